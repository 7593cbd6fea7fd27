/** The meaning of log lines for a replay: marks, pace, turns, and positions in the match. */

import { t } from "../../words/words.js";
import { marked } from "../watching.js";

/** @typedef {import("../../types.d.ts").Line} Line */

const SYMBOLS = { event: "?", attack: "⚔", look: "◉", city: "★", card: "◇", trade: "⇄", finish: "⚑" };
export const marks = marked(SYMBOLS, (kind) => t(`catan_cards.mark.${kind}`));

/** @type {Record<string, string>} the moments that a viewer may want to jump to */
const MARKS = {
  "event-revealed": "event",
  "duel-rolled": "attack",
  "joust-rolled": "attack",
  "brigands-came": "attack",
  "stack-searched": "look",
  "hand-shown": "look",
  "regions-seen": "look",
  "city-built": "city",
  "card-played": "card",
  traded: "trade",
  finished: "finish",
};

/** Returns the mark that a line of the log gets on the slider, if any.
 * @param {Line} line
 * @returns {string | null}
 */
export const mark = (line) => MARKS[line.key] ?? null;

/** @type {Record<string, number>} */
const BEATS = {
  asked: 0,
  resumed: 0,
  choosing: 0,
  "actions-began": 0,
  "stack-shuffled": 0,
  "events-shuffled": 0,
  "regions-shuffled": 0,
  "sight-kept": 0,
  "hand-remembered": 0,
  "event-returned": 0,
  "card-done": 0,
  "dice-rolled": 2,
  "event-revealed": 2,
  "card-played": 2,
  "duel-rolled": 2,
  "joust-rolled": 2,
  traded: 2,
  finished: 2,
};

/** Returns how long a replay stays at a line, in multiples of the usual duration.
 * @param {Line} line
 * @returns {number}
 */
export const beat = (line) => BEATS[line.key] ?? 1;

/** Returns whether a seat's turn begins with a line.
 * @param {Line} line
 * @returns {boolean}
 */
export const turn = (line) => line.key === "turn-began";

/** Returns whether a line is a stop when jumping by rounds: an event card, because rounds have no line of their own.
 * @param {Line} line
 * @returns {boolean}
 */
export const round = (line) => line.key === "event-revealed";

/** Returns the position of a view in the match, as text.
 * @param {any} view
 * @returns {string}
 */
export function where(view) {
  if (view.places) return t("catan_cards.where.finished");
  if (!view.turn) return t("catan_cards.where.setup");
  return t("catan_cards.where", { round: Math.ceil(view.turn / Object.keys(view.seats).length), turn: view.turn });
}
