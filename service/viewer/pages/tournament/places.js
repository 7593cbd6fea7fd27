/** Computes places from points, and the winner in games with exactly one winner. */

import { html } from "../../dom.js";
import { t } from "../../words/words.js";
import { entrantName } from "./people.js";

/**
 * @typedef {import("../../types.d.ts").TournamentSummary} TournamentSummary
 * @typedef {import("../../types.d.ts").TableCard} TableCard
 */

/** Returns the places by points. Equal points share the better place, and a named winner is always first.
 * @param {number[]} points
 * @param {number | null} [winner] the seat that is always first
 * @returns {number[]}
 */
export function placesOf(points, winner = null) {
  const ahead = (/** @type {number} */ seat) => points.filter((other, at) => at !== winner && other > (points[seat] ?? 0)).length;
  return points.map((_, seat) => (seat === winner ? 1 : ahead(seat) + (winner === null ? 1 : 2)));
}

/** Returns the seat that alone has the most points, or null.
 * @param {number[]} points
 * @returns {number | null}
 */
export function leader(points) {
  const most = Math.max(...points);
  return points.filter((one) => one === most).length === 1 ? points.indexOf(most) : null;
}

/** Interprets a typed result: the points, whether they are complete, the winner (null if still open), and the places.
 * @param {TournamentSummary} card
 * @param {string[]} points by seat
 * @param {number | null} named the seat chosen as the winner
 */
export function interpretResult(card, points, named) {
  const complete = points.every((one) => /^\d{1,5}$/.test(one.trim()));
  const numbers = points.map(Number);
  const winner = card.one_winner ? (named ?? (complete ? leader(numbers) : null)) : null;
  return { complete, numbers, winner, places: placesOf(numbers, winner), ready: complete && (!card.one_winner || winner !== null) };
}

/** Returns the winning seat if the points alone do not determine it. Otherwise returns null, so that the winner follows later changes to the points.
 * @param {{points: number[], places: number[]} | undefined} result
 * @returns {number | null}
 */
export function namedWinner(result) {
  const first = result?.places.indexOf(1) ?? -1;
  return !result || first < 0 || leader(result.points) === first ? null : first;
}

/** The choice of the winning seat.
 * @param {{card: TournamentSummary, table: TableCard, winner: number | null, onChange: (winner: number | null) => void}} props
 */
export function WinnerField({ card, table, winner, onChange }) {
  return html`<label class="tn-report-seat"><span>${t("tournament.report.winner")}</span>
    <select onChange=${(/** @type {any} */ event) => onChange(event.target.value === "" ? null : Number(event.target.value))}>
      <option value="" selected=${winner === null}>${t("tournament.report.choose")}</option>
      ${table.entrants.map((number, seat) => html`<option key=${number} value=${seat} selected=${seat === winner}>${entrantName(card, number)}</option>`)}
    </select></label>`;
}
