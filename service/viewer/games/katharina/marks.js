/** The meaning of log lines for a replay: marks, pace, turns, and positions in the match. */

import { t } from "../../words/words.js";
import { marked } from "../watching.js";

/** @typedef {import("../../types.d.ts").Line} Line */

const SYMBOLS = { decade: "◈", round: "│", reveal: "◉", scoring: "★", final: "✦", finish: "⚑" };
export const marks = marked(SYMBOLS, (kind) => t(`katharina.mark.${kind}`));

/** @type {Record<string, string>} the moments that a viewer may want to jump to */
const MARKS = {
  "displays-shown": "reveal",
  "cards-revealed": "reveal",
  "cannons-scored": "scoring",
  "hands-scored": "final",
  finished: "finish",
};

/** Returns the mark that a line of the log gets on the slider, if any.
 * @param {Line} line
 * @returns {string | null}
 */
export function mark(line) {
  if (line.key === "round-began") return line.params?.round === 1 ? "decade" : "round";
  return MARKS[line.key] ?? null;
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

/** Returns how long a replay stays at a line, in multiples of the usual duration.
 * @param {Line} line
 * @returns {number}
 */
export const beat = (line) => BEATS[line.key] ?? 1;

/** Returns whether a line asks the seats, which begins a turn.
 * @param {Line} line
 * @returns {boolean}
 */
export const turn = (line) => line.key === "asked";

/** Returns whether a round begins with a line.
 * @param {Line} line
 * @returns {boolean}
 */
export const round = (line) => line.key === "round-began";

/** Returns the position of a view in the match, as text.
 * @param {any} view
 * @returns {string}
 */
export function where(view) {
  if (view.places) return t("katharina.where.finished");
  if (!view.decade) return t("katharina.where.setup");
  return t("katharina.where", { decade: view.decade, round: view.round });
}
