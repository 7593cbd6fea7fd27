/** The choice that the player's seat must make: its question, the picks so far, their dry run, and sending. */

import { loadStyles } from "../../../ui/lazy.js";
import { html, useEffect, useRef, useState } from "../../../dom.js";
import { useAsk } from "../../../asking/question.js";
import { pressNumber, useChoiceKeys } from "../../../asking/keys.js";
import { useDryRun } from "../../../asking/dry_run.js";
import { loadWords } from "../../../words/words.js";
import { done } from "./keys.js";
import { PLACES, answer, choose, fieldsOf, left } from "./narrow.js";
import { Panel } from "./panel.js";
import { Marks } from "./marks.js";
import { pickable } from "./pick.js";
import { shownPicks } from "./places.js";
import { toolName } from "./says.js";
import { UNFILLED, atOnce, changed, filledFirst, formed, toolsOf } from "./tools.js";

/**
 * @typedef {import("../../../types.d.ts").Ask} Ask
 * @typedef {import("../../../types.d.ts").SeatInfo} SeatInfo
 * @typedef {import("./tools.js").Filled} Filled
 * @typedef {{question: string, tool: string | null, picks: import("./narrow.js").Picked[], filled: Filled, sending: boolean, problem: any}} Draft
 */

// Loaded here, because spectators need neither these words nor this style.
await Promise.all([loadWords(async (language) => (await import(`../words/${language}_choice.js`)).default), loadStyles("games/cities_knights/choice/choice.css")]);

/** @type {Draft} */
const EMPTY = { question: "", tool: null, picks: [], filled: UNFILLED, sending: false, problem: null };

/** Draws the table with the player's choice: its marks and cards can be picked, and its panel is beside them.
 * @param {Parameters<typeof useChoice>[0] & {draw(choice: import("../table.js").Choice): any}} props
 */
export const Choosing = ({ draw, ...props }) => draw(useChoice(props));

/** Returns the possible picks on the table, and the panel. Picks stay until their question is closed.
 * @param {{components: any, view: any, own: number | null, ask: Ask | null, seats: SeatInfo[], foot: HTMLElement | null}} props
 * @returns {import("../table.js").Choice}
 */
function useChoice({ components, view, own, ask: given, seats, foot }) {
  const seat = own === null ? null : view.seats[own];
  const { ask, stale } = useAsk(given, seat?.prompts ?? []);
  const asked = ask?.prompts[0] ?? null;
  const question = asked && seat?.hand ? JSON.stringify([asked.id, asked.prompt, seat.hand, seat.progress]) : "";
  const [kept, setDraft] = useState(EMPTY);
  const [refused, refuse] = useState(0);
  const [stop, setStop] = useState(/** @type {string | null} */ (null));
  const draft = kept.question === question ? kept : { ...EMPTY, question, problem: kept.sending ? null : kept.problem };
  const sending = useRef(false);

  const tools = question && ask ? toolsOf(ask.options, ask.forms) : [];
  const sole = tools.length === 1 && tools[0].group !== "trade" && !atOnce(tools[0]) ? tools[0] : null;
  const tool = sole ?? tools.find(({ id }) => id === draft.tool) ?? null;
  const offering = tools.find(({ form }) => form?.t === "offer" && form.offer === undefined);
  const discard = asked?.prompt.t === "discard" && tool?.form?.t === "cards" ? tool.form : null;
  const picks = tool && left(tool.options, draft.picks).length ? draft.picks : [];
  const command = !tool ? null : tool.form ? formed(tool.form, draft.filled) : answer(tool.options, picks);
  const dryRun = useDryRun(given, draft.sending || (tool?.form?.t === "offer" && command) ? null : command, question);
  const busy = draft.sending || stale || (ask?.busy ?? false);
  const can = command !== null && !busy;

  const change = (/** @type {Partial<Draft>} */ more) => {
    if (question && !busy && !sending.current) setDraft({ ...EMPTY, question, tool: tool?.id ?? null, picks, filled: draft.filled, ...more });
  };
  const give = async (/** @type {any} */ wanted) => {
    if (!ask || !asked || busy || sending.current) return;
    sending.current = true;
    const mine = { ...draft, question, problem: null };
    setDraft({ ...mine, sending: true });
    const problem = await ask.send(wanted, asked.id).then(() => null, (error) => error);
    sending.current = false;
    setDraft((now) => (now.question === question ? { ...mine, problem, ...(problem ? {} : { tool: null, picks: [], filled: UNFILLED }) } : { ...now, problem }));
  };
  const acts = {
    give,
    send: () => void (can && give(command)),
    open: (/** @type {string} */ id) => {
      const wanted = tools.find((one) => one.id === id);
      if (wanted && atOnce(wanted)) void give(wanted.options[0]);
      else change({ tool: tool?.id === id ? null : id, picks: [], filled: filledFirst(wanted?.form ?? null, view.offers) });
    },
    set: (/** @type {string} */ field, /** @type {any} */ value) => tool && change({ picks: choose(tool.options, picks, field, value) }),
    fill: (/** @type {Partial<Filled>} */ more) => change({ filled: { ...draft.filled, ...more } }),
    /** Opens an offer that gives a card of the chosen kind, or adds such a card to the open offer. */
    offer: (/** @type {string} */ kind) => {
      if (offering?.form?.t !== "offer") return;
      const filled = tool === offering ? draft.filled : UNFILLED;
      change({ tool: offering.id, picks: [], filled: { ...filled, give: changed(filled.give, kind, 1, filled.want[kind] ? 0 : (offering.form.give[kind] ?? 0)) } });
    },
    discard: (/** @type {string} */ kind) => discard && change({ filled: { ...draft.filled, cards: changed(draft.filled.cards, kind, 1, discard.among[kind], discard.count) } }),
    back: () => change({ picks: picks.slice(0, -1) }),
    close: () => change({ tool: null, picks: [], filled: UNFILLED }),
    stop: setStop,
    /** Declines every offer of this turn. */
    refuse: () => refuse(view.turn),
  };
  const declined = refused === view.turn && ask?.options.find(({ t }) => t === "decline-offer");
  useEffect(() => void (declined && give(declined)), [declined, busy]);
  const begun = picks.length > 0 || draft.filled !== UNFILLED;
  const closable = (tool !== null && sole === null) || begun;
  useChoiceKeys(
    question
      ? {
          nth: (number) => pressNumber(".ck-numbered", number),
          send: () => can && (acts.send(), true),
          back: () => picks.length > 0 && (acts.back(), true),
          close: () => closable && (acts.close(), true),
          end: () => tools.some(({ id }) => id === "end") && (acts.open("end"), true),
        }
      : null,
    done,
  );
  useFocus(tool && !tool.form && fieldsOf(tool.options, picks).some(({ field }) => PLACES[field]) ? `${question} ${tool.id}` : "");

  if (!question || !seat || !ask || !asked || own === null) return { marks: null, cards: new Map(), give: null, panel: null };
  const what = tool ? toolName(tool, components, seat) : "";
  const pick = shownPicks({ tool, tools, picks, command, what }, components, view, seat, stop, acts, asked.prompt);
  const cards = new Map([...pick.cards].map(([card, place]) => [card, pickable(place)]));
  const panel = html`<${Panel}
    components=${components} view=${view} seat=${seat} seats=${seats} own=${own} prompt=${asked.prompt} options=${ask.options}
    tools=${tools} tool=${tool} sole=${sole !== null} what=${what} picks=${picks} filled=${draft.filled} command=${command} dryRun=${dryRun}
    begun=${begun} closable=${closable} can=${can} sending=${busy} problem=${draft.problem} acts=${acts} foot=${foot} why=${ask.why}
  />`;
  return { marks: html`<${Marks} components=${components} view=${view} own=${own} pick=${pick} />`, cards, give: busy ? null : discard ? { act: acts.discard, word: "cities_knights.more" } : offering ? { act: acts.offer, word: "cities_knights.offer_card" } : null, panel };
}

/** True if the last input was a key press. */
let typed = false;
window.addEventListener("pointerdown", () => (typed = false), true);
window.addEventListener("keydown", () => (typed = true), true);

/** Moves the focus to the first place of a tool that was opened by the keyboard.
 * @param {string} key identifies the open field; empty if no place can be picked
 */
function useFocus(key) {
  useEffect(() => {
    if (!key || !typed) return;
    if (document.activeElement !== document.body && !document.activeElement?.closest(".ck-choice")) return;
    /** @type {SVGElement | null} */ (document.querySelector(".ck-island [data-pick][tabindex='0']"))?.focus();
  }, [key]);
}
