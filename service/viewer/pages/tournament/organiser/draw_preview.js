/** The preview of a draw before it counts: an example with its cost, tables set by hand, and the button that pairs the round. */

import { html, useEffect, useRef, useState } from "../../../dom.js";
import { Problem, post } from "../../../api/api.js";
import { t } from "../../../words/words.js";
import { isThere } from "../entry.js";
import { isPlayedOut } from "../own_table.js";
import { staffErrorText } from "./staff_changes.js";
import { ByHand, dropEmpty } from "./by_hand.js";
import { Cost, DrawnTables, canSetByHand } from "./drawn_tables.js";
import { FinishButton } from "./ending.js";
import { WishChoice, GIVEN_UP, keptWish } from "./wishes.js";

/**
 * @typedef {import("../../../types.d.ts").TournamentSummary} TournamentSummary
 * @typedef {import("./drawn_tables.js").Draw} Draw
 */

/** @param {{card: TournamentSummary, number: number, acts: import("./staff_changes.js").StaffChanges, again?: boolean, at_once?: boolean, fixed?: number[][], keep?: import("./wishes.js").Keep}} props */
export function DrawPreview({ card, number, acts, again = false, at_once = false, fixed = [], keep: first = "sizes" }) {
  const [hands, setHands] = useState(fixed);
  const [stale, setStale] = useState(false);
  const [keep, setKeep] = useState(first);
  const { draw, trouble, busy, ask } = usePreview(card, { round: number, again });
  const out = !again && isPlayedOut(card);
  const wanted = useRef(at_once && !out);
  useEffect(() => {
    if (wanted.current) void ask(dropEmpty(hands), keep).then(() => setStale(false));
  }, [card.version]);
  /** @param {import("./wishes.js").Keep} [other] */
  const show = (other = keep) => {
    wanted.current = true;
    setKeep(other);
    void ask(dropEmpty(hands), other).then(() => setStale(false));
  };
  /** @param {number[][]} tables */
  const change = (tables) => {
    setHands(tables);
    setStale(true);
  };
  if (out || (trouble instanceof Problem && trouble.code === "no-more-rounds")) return html`<p>${t("desk.draw.ended")}</p><${FinishButton} card=${card} acts=${acts} />`;
  const enough = card.entrants.filter(isThere).length > 1;
  const body = { round: number, again, fixed: dropEmpty(hands), ...(keep !== "sizes" && { keep }) };
  const allowed = draw !== null && canSetByHand(card, draw.stage);
  return html`${trouble ? html`<p class="notice bad" role="alert">${staffErrorText(trouble)}</p>` : null}
    ${draw && html`<h4>${t("desk.draw.like_this", { round: number })}</h4>
      <p class="soft">${t("desk.draw.example")}</p>
      ${hands.length > 0 && html`<${ByHand} card=${card} tables=${hands} people=${peopleOf(card, draw)} onChange=${change} />`}
      <${DrawnTables} card=${card} draw=${draw} left=${draw.tables.filter((one) => !hands.some((table) => sameTable(table, one.entrants)))}
        onHold=${allowed ? (/** @type {number[]} */ table) => change([...hands, table]) : null} />
      ${!stale && html`<${WishChoice} card=${card} draw=${draw} busy=${busy} onKeep=${show} />`}`}
    <div class="row">
      ${!stale && html`<button type="button" class=${enough ? "primary" : ""} disabled=${!enough} aria-busy=${acts.busy}
        onClick=${acts.act("rounds", body, { confirmation: t("desk.done.paired", { round: number }) })}>${t(again ? "desk.draw.pair_again" : "desk.draw.pair", { round: number })}</button>`}
      ${(!draw || stale) && html`<button type="button" class=${draw ? "primary" : ""} disabled=${!enough} aria-busy=${busy} onClick=${() => show()}>${t(draw ? "desk.draw.rest" : "desk.draw.show", { round: number })}</button>`}
      ${allowed && html`<button type="button" onClick=${() => change([...hands, emptyTable(card, draw)])}>${t("desk.hand.add")}</button>`}
    </div>
    ${card.phase === "registration" && enough && html`<p class="soft">${t("desk.draw.closes")}</p>`}
    ${draw && !stale && html`<${Cost} card=${card} draw=${draw} told=${draw.other ? GIVEN_UP[keptWish(draw)] : ""} />`}
    <p class="unseen" role="status">${draw && !stale && !busy && t("desk.draw.shown", { tables: draw.tables.length })}</p>`;
}

/** Returns an example of how a round could be paired, and a function that requests it.
 * @param {TournamentSummary} card
 * @param {{round: number, again: boolean}} round
 */
function usePreview(card, round) {
  const [state, setState] = useState({ draw: /** @type {Draw | null} */ (null), trouble: /** @type {unknown} */ (null), busy: false });
  const turn = useRef(0);
  useEffect(() => () => void (turn.current = -1), []);
  /** @param {number[][]} fixed @param {import("./wishes.js").Keep} keep */
  const ask = async (fixed, keep) => {
    const mine = (turn.current += 1);
    setState((now) => ({ ...now, busy: true, trouble: null }));
    try {
      const draw = await post(`/tournaments/${card.id}/rounds/preview`, { ...round, fixed, ...(keep !== "sizes" && { keep }) });
      if (turn.current === mine) setState({ draw, trouble: null, busy: false });
    } catch (trouble) {
      if (turn.current === mine) setState((now) => ({ ...now, trouble, busy: false }));
    }
  };
  return { ...state, ask };
}

/** Returns all entrants of the stage, by number. @param {TournamentSummary} card @param {Draw} draw */
const peopleOf = (card, draw) => {
  const there = new Set([...draw.tables.flatMap((one) => one.entrants), ...draw.byes]);
  return card.entrants.map((one) => one.number).filter((one) => there.has(one));
};

/** @param {TournamentSummary} card @param {Draw} draw */
const emptyTable = (card, draw) => Array.from({ length: card.plan.stages[draw.stage]?.table ?? 2 }, () => 0);

/** @param {number[]} one @param {number[]} other */
const sameTable = (one, other) => dropEmpty([one]).join() === other.join() || (one.length === other.length && [...one].sort().join() === [...other].sort().join());
