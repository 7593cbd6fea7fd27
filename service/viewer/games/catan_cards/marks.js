/** What the lines of a match mean to whoever watches: marks, pace, turns, and where in the match one is. */

import { t } from "../../words/words.js";

/** @typedef {import("../../types.d.ts").Line} Line */

const label = (/** @type {string} */ kind) => () => t(`catan_cards.mark.${kind}`);

/** @type {Record<string, {symbol: string, label(): string}>} */
export const marks = {
  event: { symbol: "?", label: label("event") },
  attack: { symbol: "⚔", label: label("attack") },
  look: { symbol: "◉", label: label("look") },
  city: { symbol: "★", label: label("city") },
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
    case "event-revealed":
      return "event";
    case "duel-rolled":
    case "joust-rolled":
    case "brigands-came":
      return "attack";
    case "stack-searched":
    case "hand-shown":
    case "regions-seen":
      return "look";
    case "city-built":
      return "city";
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

/** How long a replay stays at a line.
 * @param {Line} line
 * @returns {number}
 */
export const beat = (line) => BEATS[line.key] ?? 1;

/** Whether a seat's turn begins.
 * @param {Line} line
 * @returns {boolean}
 */
export const turn = (line) => line.key === "turn-began";

/** Whether a stretch of the match begins with a line that is worth a jump: an event card, as a round has no line of its own.
 * @param {Line} line
 * @returns {boolean}
 */
export const round = (line) => line.key === "event-revealed";

/** Where in the match a view is.
 * @param {any} view
 * @returns {string}
 */
export function where(view) {
  if (view.places) return t("catan_cards.where.finished");
  if (!view.turn) return t("catan_cards.where.setup");
  return t("catan_cards.where", { round: Math.ceil(view.turn / Object.keys(view.seats).length), turn: view.turn });
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

/** The seats that have given a sealed answer.
 * @param {any} view
 * @returns {number[]}
 */
export const sealed = (view) => Object.keys(view.seats).filter((seat) => view.seats[seat].sealed).map(Number);
