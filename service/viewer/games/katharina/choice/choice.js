/** The choice that the player's seat must make: its question, the picks so far, their dry run, and sending. */

import { html, useRef, useState } from "../../../dom.js";
import { useAsk } from "../../../asking/question.js";
import { useChoiceKeys } from "../../../asking/keys.js";
import { useDryRun } from "../../../asking/dry_run.js";
import { brought } from "./brought.js";
import { answer, choose, chooseCard, lay, picked, picksOf, place, same, takeBack } from "./narrow.js";
import { done, keysOf } from "./keys.js";
import { Panel } from "./panel.js";
import { shownPicks } from "./picks.js";

/**
 * @typedef {import("../../../types.d.ts").Ask} Ask
 * @typedef {import("../../../types.d.ts").SeatInfo} SeatInfo
 * @typedef {import("./narrow.js").Picked} Picked
 * @typedef {import("../pickable.js").Picks} Picks
 * @typedef {{question: string, picks: Picked[] | null, sending: boolean, problem: any}} Draft
 */

/** @type {Draft} */
const EMPTY = { question: "", picks: null, sending: false, problem: null };

/** Draws the table together with the player's choice.
 * @param {Parameters<typeof useChoice>[0] & {draw(choice: ReturnType<typeof useChoice>): any}} props
 */
export const Choosing = ({ draw, ...props }) => draw(useChoice(props));

/** Returns the player's possible picks on the table, and the panel beside the map; both are null if there is no question.
 * Picks stay while other seats answer, and are dropped when their question closes.
 * @param {{components: any, view: any, own: number | null, ask: Ask | null, seats: SeatInfo[], foot: HTMLElement | null}} props
 * @returns {{picks: Picks | null, panel: any}}
 */
function useChoice({ components, view, own, ask: given, seats, foot }) {
  const seat = own === null ? null : view.seats[own];
  const { ask } = useAsk(given, [seat?.prompt]);
  const asked = ask?.prompts[0] ?? null;
  const question = asked && seat?.hand ? [asked.id, JSON.stringify(asked.prompt), ...seat.hand].join(" ") : "";
  const [kept, setDraft] = useState(EMPTY);
  const draft = kept.question === question ? kept : { ...EMPTY, question, problem: kept.sending ? null : kept.problem };
  const sending = useRef(false);

  const options = ask?.options ?? [];
  const choice = seat?.choice ?? null;
  const picks = draft.picks ?? (choice ? picksOf(choice) : []);
  const command = question && options.length ? answer(options, picks) : null;
  const dryRun = useDryRun(given, draft.sending ? null : command, question);
  const sealed = choice !== null && (!options.length || (command === null ? draft.picks === null : same(command, choice)));
  const open = question !== "" && options.length > 0;

  const pick = (/** @type {(picks: Picked[]) => Picked[]} */ change) => {
    if (!open || sending.current) return;
    const next = change(picks);
    if (next === picks) return;
    setDraft({ ...EMPTY, question, picks: next });
    blurAfterPointer();
  };
  const can = command !== null && !sealed && !draft.sending && !ask?.busy;
  const send = async () => {
    if (!can || !ask || !asked || sending.current) return;
    sending.current = true;
    const mine = { ...EMPTY, question, picks };
    setDraft({ ...mine, sending: true });
    const problem = await ask.send(command, asked.id).then(() => null, (error) => error);
    sending.current = false;
    setDraft((now) => (now.question === question ? { ...mine, problem } : { ...now, problem }));
  };
  const acts = {
    card: (/** @type {string} */ id) => pick((now) => chooseCard(options, now, id)),
    set: (/** @type {string} */ field, /** @type {any} */ value) => pick((now) => choose(options, now, field, value)),
    drop: (/** @type {string} */ id, /** @type {number | "row"} */ target) =>
      pick((now) => {
        if (typeof target === "number" && options[0].cards) return lay(options, now, id, target);
        const put = place(options, now, target === "row" ? "action" : "activation", id);
        return target === "row" || picked(put, "slot") === target || picked(put, "activation") !== id ? put : choose(options, put, "slot", target);
      }),
    swap: () => pick((now) => place(options, now, "action", picked(now, "activation"))),
    back: () => pick(takeBack),
    clear: () => draft.picks !== null && !sending.current && setDraft({ ...EMPTY, question }),
    send,
  };
  const statements = command && seat && dryRun.state === "there" ? brought(dryRun.preview, command, components, seat) : [];
  const shown = open && seat ? shownPicks(options, command ? picksShown(picks, command) : picks, components, seat, statements) : null;
  useChoiceKeys(shown ? keysOf(acts, options, picks, seat.hand, shown, can) : null, done);

  if (!question || !seat || !ask) return { picks: null, panel: null };
  const panel = html`<${Panel}
    components=${components} seat=${seat} seats=${seats} own=${own} view=${view} tag=${asked?.prompt.t}
    options=${options} picks=${picks} command=${command} choice=${choice} sealed=${sealed} changed=${draft.picks !== null}
    dryRun=${dryRun} sending=${draft.sending || ask.busy} problem=${draft.problem} can=${can} acts=${acts} shown=${shown} statements=${statements} foot=${foot}
  />`;
  if (!shown) return { picks: null, panel };
  return {
    picks: {
      ...shown,
      onCard: acts.card,
      onSlot: (index) => acts.set("slot", index),
      onCity: (id) => acts.set("city", id),
      onRow: () => pick((now) => now.filter(([field]) => field !== "action")),
      onOpening: (index) => shown.plan.cards[index] && acts.card(shown.plan.cards[index]),
      onDrop: shown.row || shown.opening ? acts.drop : undefined,
    },
    panel,
  };
}

/** Returns the picks to show on the table, including the parts of a complete answer that the player did not have to pick.
 * @param {Picked[]} picks
 * @param {any} command
 */
const picksShown = (picks, command) => {
  const had = new Set(picks.map(String));
  return [...picks, ...picksOf(command).filter((pick) => !had.has(String(pick)))];
};

/** True if the last input was a pointer press: Enter must not press the same card again. */
let pointed = false;
if (typeof window !== "undefined") {
  window.addEventListener("pointerdown", () => (pointed = true), true);
  window.addEventListener("keydown", () => (pointed = false), true);
}

function blurAfterPointer() {
  if (pointed && document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
