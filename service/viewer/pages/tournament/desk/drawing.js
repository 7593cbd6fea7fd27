/** The draw of a round before it counts: shown with its cost, changed by hand, and then paired. */

import { html, useEffect, useRef, useState } from "../../../dom.js";
import { Problem, post } from "../../../api/api.js";
import { t } from "../../../words/words.js";
import { isThere } from "../entering.js";
import { deskText } from "./acting.js";
import { ByHand, filled } from "./by_hand.js";
import { Cost, DrawnTables, byHand } from "./drawn_tables.js";
import { Finish } from "./ending.js";
import { Forced, GIVEN_UP, keptBy } from "./forced.js";
import { isPlayedOut } from "./played_out.js";

/**
 * @typedef {import("../../../types.d.ts").TournamentSummary} TournamentSummary
 * @typedef {import("./drawn_tables.js").Draw} Draw
 */

/** @param {{card: TournamentSummary, number: number, acts: import("./acting.js").Acts, again?: boolean, at_once?: boolean, fixed?: number[][], keep?: import("./forced.js").Keep}} props */
export function Drawing({ card, number, acts, again = false, at_once = false, fixed = [], keep: first = "sizes" }) {
  const [hands, setHands] = useState(fixed);
  const [stale, setStale] = useState(false);
  const [keep, setKeep] = useState(first);
  const { draw, trouble, busy, ask } = usePreview(card, { round: number, again });
  const out = !again && isPlayedOut(card);
  const wanted = useRef(at_once && !out);
  useEffect(() => {
    if (wanted.current) void ask(filled(hands), keep).then(() => setStale(false));
  }, [card.version]);
  /** @param {import("./forced.js").Keep} [other] */
  const show = (other = keep) => {
    wanted.current = true;
    setKeep(other);
    void ask(filled(hands), other).then(() => setStale(false));
  };
  /** @param {number[][]} tables */
  const change = (tables) => {
    setHands(tables);
    setStale(true);
  };
  if (out || (trouble instanceof Problem && trouble.code === "no-more-rounds")) return html`<p>${t("desk.draw.ended")}</p><${Finish} card=${card} acts=${acts} />`;
  const enough = card.entrants.filter(isThere).length > 1;
  const body = { round: number, again, fixed: filled(hands), ...(keep !== "sizes" && { keep }) };
  const allowed = draw !== null && byHand(card, draw.stage);
  return html`${trouble ? html`<p class="notice bad" role="alert">${deskText(trouble)}</p>` : null}
    ${draw && html`<h4>${t("desk.draw.like_this", { round: number })}</h4>
      ${hands.length > 0 && html`<${ByHand} card=${card} tables=${hands} people=${peopleOf(card, draw)} onChange=${change} />`}
      <${DrawnTables} card=${card} draw=${draw} left=${draw.tables.filter((one) => !hands.some((table) => sameTable(table, one.entrants)))}
        onHold=${allowed ? (/** @type {number[]} */ table) => change([...hands, table]) : null} />
      ${!stale && html`<${Forced} card=${card} draw=${draw} busy=${busy} onKeep=${show} />`}`}
    <div class="row">
      ${draw && !stale
        ? html`<button type="button" class="primary" aria-busy=${acts.busy}
            onClick=${acts.act("rounds", body, { done: t("desk.done.paired", { round: number }) })}>${t(again ? "desk.draw.pair_again" : "desk.draw.pair", { round: number })}</button>`
        : html`<button type="button" class=${enough ? "primary" : ""} disabled=${!enough} aria-busy=${busy} onClick=${() => show()}>${t(draw ? "desk.draw.rest" : "desk.draw.show", { round: number })}</button>`}
      ${allowed && html`<button type="button" onClick=${() => change([...hands, emptyTable(card, draw)])}>${t("desk.hand.add")}</button>`}
    </div>
    ${draw && !stale && html`<${Cost} card=${card} draw=${draw} told=${draw.other ? GIVEN_UP[keptBy(draw)] : ""} />`}
    <p class="unseen" role="status">${draw && !stale && !busy && t("desk.draw.shown", { tables: draw.tables.length })}</p>`;
}

/** Asks how a round would be paired, without pairing it.
 * @param {TournamentSummary} card
 * @param {{round: number, again: boolean}} round
 */
function usePreview(card, round) {
  const [state, setState] = useState({ draw: /** @type {Draw | null} */ (null), trouble: /** @type {unknown} */ (null), busy: false });
  const turn = useRef(0);
  useEffect(() => () => void (turn.current = -1), []);
  /** @param {number[][]} fixed @param {import("./forced.js").Keep} keep */
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

/** Everybody of the stage, by number. @param {TournamentSummary} card @param {Draw} draw */
const peopleOf = (card, draw) => {
  const there = new Set([...draw.tables.flatMap((one) => one.entrants), ...draw.byes]);
  return card.entrants.map((one) => one.number).filter((one) => there.has(one));
};

/** @param {TournamentSummary} card @param {Draw} draw */
const emptyTable = (card, draw) => Array.from({ length: card.plan.stages[draw.stage]?.table ?? 2 }, () => 0);

/** @param {number[]} one @param {number[]} other */
const sameTable = (one, other) => filled([one]).join() === other.join() || (one.length === other.length && [...one].sort().join() === [...other].sort().join());
