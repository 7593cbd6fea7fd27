/** What the lines of a match mean to whoever watches: marks, pace, turns, and where in the match one is. */

import { t } from "../../words/words.js";

/** @typedef {import("../../types.d.ts").Line} Line */

const label = (/** @type {string} */ kind) => () => t(`katharina.mark.${kind}`);

/** @type {Record<string, {symbol: string, label(): string}>} */
export const marks = {
  decade: { symbol: "◈", label: label("decade") },
  round: { symbol: "│", label: label("round") },
  reveal: { symbol: "◉", label: label("reveal") },
  scoring: { symbol: "★", label: label("scoring") },
  final: { symbol: "✦", label: label("final") },
  finish: { symbol: "⚑", label: label("finish") },
};

/** The moments one may want to jump to.
 * @param {Line} line
 * @returns {string | null}
 */
export function mark(line) {
  switch (line.key) {
    case "round-began":
      return line.params?.round === 1 ? "decade" : "round";
    case "displays-shown":
    case "cards-revealed":
      return "reveal";
    case "cannons-scored":
      return "scoring";
    case "hands-scored":
      return "final";
    case "finished":
      return "finish";
    default:
      return null;
  }
}

/** @type {Record<string, number>} */
const BEATS = {
  asked: 0,
  committed: 0,
  "stock-shuffled": 0,
  "displays-shown": 2,
  "cards-revealed": 2,
  "cannons-scored": 2,
  "books-compared": 2,
  "orders-scored": 2,
  "networks-scored": 2,
  finished: 2,
};

/** How long a replay stays at a line.
 * @param {Line} line
 * @returns {number}
 */
export const beat = (line) => BEATS[line.key] ?? 1;

/** Whether the seats are asked: here a turn begins.
 * @param {Line} line
 * @returns {boolean}
 */
export const turn = (line) => line.key === "asked";

/** Whether a round begins.
 * @param {Line} line
 * @returns {boolean}
 */
export const round = (line) => line.key === "round-began";

/** Where in the match a view is.
 * @param {any} view
 * @returns {string}
 */
export function where(view) {
  if (view.places) return t("katharina.where.finished");
  if (!view.decade) return t("katharina.where.setup");
  return t("katharina.where", { decade: view.decade, round: view.round });
}

/** Whether all that is laid out before somebody plays lies there: then somebody is asked.
 * @param {any} view
 * @returns {boolean}
 */
export const stands = (view) => Object.values(view.seats).some((seat) => seat.prompt);

/** The points by seat.
 * @param {any} view
 * @returns {number[]}
 */
export const points = (view) => Object.keys(view.seats).map((seat) => view.seats[seat].points);

/** The seats that have sealed their choice.
 * @param {any} view
 * @returns {number[]}
 */
export const sealed = (view) => Object.keys(view.seats).filter((seat) => view.seats[seat].committed).map(Number);
