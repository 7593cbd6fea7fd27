/** The meaning of log lines for a replay: marks, pace, turns, and positions in the match. */

import { t } from "../../words/words.js";
import { marked } from "../watching.js";

/** @typedef {import("../../types.d.ts").Line} Line */

const SYMBOLS = { seven: "7", attack: "⚔", metropolis: "★", card: "◇", trade: "⇄", finish: "⚑" };
export const marks = marked(SYMBOLS, (kind) => t(`cities_knights.mark.${kind}`));

/** @type {Record<string, string>} the moments that a viewer may want to jump to */
const MARKS = {
  "barbarians-landed": "attack",
  "metropolis-placed": "metropolis",
  "card-played": "card",
  traded: "trade",
  finished: "finish",
};

/** Returns the mark that a line of the log gets on the slider, if any.
 * @param {Line} line
 * @returns {string | null}
 */
export function mark(line) {
  if (line.key === "dice-rolled") return line.params?.red + line.params?.yellow === 7 ? "seven" : null;
  return MARKS[line.key] ?? null;
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
  "barbarians-landed": 4,
  "card-played": 2,
  "metropolis-placed": 2,
  traded: 2,
  finished: 2,
};

/** Returns how long a replay stays at a line, in multiples of the usual duration.
 * @param {Line} line
 * @returns {number}
 */
export const beat = (line) => BEATS[line.key] ?? 1;

/** Returns whether a seat's turn begins with a line; a placement in the setup counts as a turn.
 * @param {Line} line
 * @returns {boolean}
 */
export const turn = (line) => line.key === "turn-began" || line.key === "start-placed";

/** Returns whether a line is a stop when jumping by rounds: an attack, because rounds have no line of their own.
 * @param {Line} line
 * @returns {boolean}
 */
export const round = (line) => line.key === "barbarians-landed";

/** Returns the position of a view in the match, as text.
 * @param {any} view
 * @returns {string}
 */
export function where(view) {
  if (view.places) return t("cities_knights.where.finished");
  if (!view.turn) return t("cities_knights.where.setup");
  return t("cities_knights.where", { round: Math.ceil(view.turn / Object.keys(view.seats).length), turn: view.turn });
}
