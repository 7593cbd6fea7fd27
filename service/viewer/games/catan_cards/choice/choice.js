/** The choice that the player's seat must make: its question, the picks so far, their dry run, and sending. */

import { useDryRun } from "../../../asking/dry_run.js";
import { pressNumber, useChoiceKeys } from "../../../asking/keys.js";
import { useAsk } from "../../../asking/question.js";
import { html, useEffect, useRef, useState } from "../../../dom.js";
import { loadStyles } from "../../../ui/lazy.js";
import { loadWords } from "../../../words/words.js";
import { begun, canonical, formed, pays } from "./forms.js";
import { done } from "./keys.js";
import { choose, left, narrowed } from "./narrow.js";
import { Panel } from "./panel.js";
import { nothing } from "./pick.js";
import { lit } from "./places.js";
import { toolName } from "./says.js";
import { atOnce, paymentOf, toolsOf } from "./tools.js";

/**
 * @typedef {import("../../../types.d.ts").Ask} Ask
 * @typedef {import("../../../types.d.ts").SeatInfo} SeatInfo
 * @typedef {import("./pick.js").Picks} Picks
 * @typedef {import("./forms.js").Filled} Filled
 * @typedef {{question: string, tool: string | null, picks: import("./narrow.js").Picked, filled: Filled | null, pay: string[] | null, missed: boolean, sending: boolean, problem: any}} Draft
 */

// Loaded here, because spectators need neither these words nor this style.
await Promise.all([loadWords(async (language) => (await import(`../words/${language}_choice.js`)).default), loadStyles("games/catan_cards/choice/choice.css")]);

/** @type {Draft} */
const EMPTY = { question: "", tool: null, picks: {}, filled: null, pay: null, missed: false, sending: false, problem: null };

/** Draws the table with the player's choice: `pick` marks what can be picked on principalities and cards, and `panel` is beside them.
 * @param {Parameters<typeof useChoice>[0] & {draw(choice: {pick: Picks, panel: (() => any) | null, layout: Filled | null}): any}} props
 */
export const Choosing = ({ draw, ...props }) => draw(useChoice(props));

/** Returns the player's possible picks on the table, and the panel. Picks stay while other seats answer, and are dropped when their question closes.
 * @param {{components: any, view: any, own: number | null, ask: Ask | null, seats: SeatInfo[], foot: HTMLElement | null}} props
 * @returns {{pick: Picks, panel: (() => any) | null, layout: Filled | null}} `layout` is the layout of the regions while the player chooses it
 */
function useChoice({ components, view, own, ask: given, seats, foot }) {
  const seat = own === null ? null : view.seats[own];
  const { ask, stale } = useAsk(given, seat?.prompts ?? []);
  const asked = ask?.prompts[0] ?? null;
  const prompt = asked?.prompt ?? null;
  const question = asked && seat ? JSON.stringify([asked.id, prompt]) : "";
  const [kept, setDraft] = useState(EMPTY);
  const draft = kept.question === question ? kept : { ...EMPTY, question, problem: kept.sending ? null : kept.problem };
  const sending = useRef(false);

  const tools = question && ask ? toolsOf(ask.options, ask.forms, prompt) : [];
  const building = prompt?.t === "act";
  const acting = building || prompt?.t === "fill-hand" || prompt?.t === "roll";
  const wanted = tools.filter((one) => !atOnce(one));
  const sole = !acting && wanted.length === 1 ? wanted[0] : null;
  const tool = sole ?? wanted.find(({ id }) => id === draft.tool) ?? null;
  const picks = tool && left(tool.options, draft.picks).length ? draft.picks : {};
  const filled = tool?.form ? (draft.filled ?? begun(tool.form, tool.options)) : null;
  const found = tool && !tool.form ? narrowed(tool.options, picks) : { fields: [], command: null, missing: null };
  const made = tool?.form && filled ? formed(tool.form, filled, components, prompt) : found.command;
  const payment = ask && !tool?.form ? paymentOf(ask.forms, made) : null;
  const paid = payment && seat ? (draft.pay ?? canonical(payment, components, seat)) : null;
  const command = !made || !payment || !paid ? made : !draft.pay ? made : pays(payment, paid, components) ? { ...made, pay: paid } : null;
  const dryRun = useDryRun(given, draft.sending ? null : command, question);
  const busy = draft.sending || stale || (ask?.busy ?? false);
  const can = command !== null && !busy;

  const change = (/** @type {Partial<Draft>} */ more) => {
    if (question && !busy && !sending.current) setDraft({ ...EMPTY, question, tool: tool?.id ?? null, picks, filled: draft.filled, ...more });
  };
  const give = async (/** @type {any} */ answer) => {
    if (!ask || !asked || busy || sending.current) return;
    sending.current = true;
    const mine = { ...draft, question, problem: null };
    setDraft({ ...mine, sending: true });
    const problem = await ask.send(answer, asked.id).then(() => null, (error) => error);
    sending.current = false;
    setDraft((now) => (now.question === question ? { ...mine, ...(problem ? { problem } : EMPTY), question } : { ...now, problem }));
  };
  const acts = {
    give,
    send: () => void (can && give(command)),
    open: (/** @type {string} */ id) => {
      const one = tools.find((other) => other.id === id);
      if (one && atOnce(one)) void give(one.options[0]);
      else change({ tool: tool?.id === id ? null : id, picks: {}, filled: null });
    },
    set: (/** @type {string} */ field, /** @type {any} */ value) => tool && change({ picks: choose(tool.options, picks, field, value) }),
    fill: (/** @type {Partial<Filled>} */ more) => filled && change({ filled: { ...filled, ...more } }),
    pay: (/** @type {string[] | null} */ regions) => change({ pay: regions }),
    miss: () => setDraft((now) => ({ ...now, missed: true })), // a drag began before its tool was open
    close: () => change({ tool: null, picks: {}, filled: null }),
  };
  const last = Object.keys(picks).at(-1);
  const back = last !== undefined ? () => acts.set(last, picks[last]) : null;
  const closable = (tool !== null && !sole) || back !== null || draft.filled !== null;
  const end = tools.find(({ id }) => id === "end" || id === "decline");
  useChoiceKeys(
    question
      ? {
          nth: (number) => pressNumber(".cc-looked", number) || pressNumber(".cc-numbered", number),
          send: () => can && (acts.send(), true),
          back: () => back !== null && (back(), true),
          close: () => closable && (acts.close(), true),
          end: () => end !== undefined && (acts.open(end.id), true),
        }
      : null,
    done,
  );
  const layout = tool?.form?.t === "layout" ? filled : null;
  const complete = command !== null && tool?.form?.t !== "layout";
  useFocus(found.missing ? `${question} ${tool?.id} ${found.missing}` : "", ".cc-table [data-pick][tabindex='0']", ".cc-choice");
  useFocus(complete ? `${question} ${tool?.id}` : "", ".match-question-buttons > .primary:not(.cc-tool)", ".cc-choice, .cc-table");

  useEffect(() => {
    // In the sheet at the bottom of a phone, the next step may be below its edge.
    if (found.fields.length > 1) document.querySelector(".match-dock .cc-step:last-of-type")?.scrollIntoView({ block: "nearest" });
  }, [question, tool?.id, found.fields.length]);

  if (!question || !seat || !ask || !asked || own === null) return { pick: nothing(), panel: null, layout: null };
  const props = {
    components, view, seat, seats, own, prompt, forms: ask.forms, tools, tool, sole: sole !== null, acting, building, picks, filled, fields: found.fields, missing: found.missing, made, command,
    payment, paid, dryRun, closable, back, can, sending: busy, problem: draft.problem, missed: draft.missed, acts, foot, why: ask.why, what: tool ? toolName(tool, components) : "",
  };
  return { pick: lit(props), panel: () => html`<${Panel} ...${props} />`, layout };
}

/** True if the last input was a key press. */
let typed = false;
window.addEventListener("pointerdown", () => (typed = false), true);
window.addEventListener("keydown", () => (typed = true), true);

/** Moves the focus of a player who uses the keyboard to what comes next: the first place of a tool, or the button that confirms a complete answer.
 * @param {string} key identifies the open field or the complete answer; empty if there is none
 * @param {string} next selector of the element that gets the focus
 * @param {string} from selector of the areas that the focus may leave
 */
function useFocus(key, next, from) {
  useEffect(() => {
    if (!key || !typed) return;
    if (document.activeElement !== document.body && !document.activeElement?.closest(from)) return;
    /** @type {HTMLElement | null} */ (document.querySelector(next))?.focus();
  }, [key]);
}
