/** What the lines of a match mean to whoever watches: marks, pace, turns, and where in the match one is. */

import { t } from "../../words/words.js";

/** @typedef {import("../../types.d.ts").Line} Line */

const label = (/** @type {string} */ kind) => () => t(`cities_knights.mark.${kind}`);

/** @type {Record<string, {symbol: string, label(): string}>} */
export const marks = {
  seven: { symbol: "7", label: label("seven") },
  attack: { symbol: "⚔", label: label("attack") },
  metropolis: { symbol: "★", label: label("metropolis") },
  card: { symbol: "◇", label: label("card") },
  trade: { symbol: "⇄", label: label("trade") },
  finish: { symbol: "⚑", label: label("finish") },
};

/** The moments one may want to jump to.
 * @param {Line} line
 * @returns {string | null}
 */
export function mark(line) {
  switch (line.key) {
    case "dice-rolled":
      return line.params?.red + line.params?.yellow === 7 ? "seven" : null;
    case "barbarians-landed":
      return "attack";
    case "metropolis-placed":
      return "metropolis";
    case "card-played":
      return "card";
    case "traded":
      return "trade";
    case "finished":
      return "finish";
    default:
      return null;
  }
}

/** @type {Record<string, number>} */
const BEATS = {
  asked: 0,
  resumed: 0,
  "action-began": 0,
  "deck-shuffled": 0,
  "harbor-opened": 0,
  "crane-ready": 0,
  "barbarians-left": 0,
  "dice-rolled": 2,
  "barbarians-landed": 2,
  "card-played": 2,
  "metropolis-placed": 2,
  traded: 2,
  finished: 2,
};

/** How long a replay stays at a line.
 * @param {Line} line
 * @returns {number}
 */
export const beat = (line) => BEATS[line.key] ?? 1;

/** Whether a seat's turn begins, its first place in the setup included.
 * @param {Line} line
 * @returns {boolean}
 */
export const turn = (line) => line.key === "turn-began" || line.key === "start-placed";

/** Whether a stretch of the match begins with a line that is worth a jump: an attack, as a round has no line of its own.
 * @param {Line} line
 * @returns {boolean}
 */
export const round = (line) => line.key === "barbarians-landed";

/** Where in the match a view is.
 * @param {any} view
 * @returns {string}
 */
export function where(view) {
  if (view.places) return t("cities_knights.where.finished");
  if (!view.turn) return t("cities_knights.where.setup");
  const seats = Object.keys(view.seats).length;
  return t("cities_knights.where", { round: Math.ceil(view.turn / seats), turn: view.turn });
}

/** Whether all that is laid out before somebody plays lies there: then somebody is asked.
 * @param {any} view
 * @returns {boolean}
 */
export const stands = (view) => Object.values(view.seats).some((seat) => seat.prompts?.length);

/** The points by seat.
 * @param {any} view
 * @returns {number[]}
 */
export const points = (view) => Object.keys(view.seats).map((seat) => view.seats[seat].points);
