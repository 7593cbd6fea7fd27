/** The same moment in two matches of one deal: as many turns after where both of them stood alike. */

import { countUpTo } from "./steps.js";

/** @typedef {{turns: readonly number[], first: number, last: number}} Turns the versions at which turns begin, and between which there is something to see */

/** The version of another match that stands as far along as a version of this one does. Within a turn it is as many entries on.
 * @param {Turns} own
 * @param {Turns} other
 * @param {number} at
 * @param {{own: number, other: number}} [alike] where both stand alike; without it, where they begin
 * @returns {number}
 */
export function sameMoment(own, other, at, alike = { own: own.first, other: other.first }) {
  const [here, there] = [countUpTo(own.turns, alike.own), countUpTo(other.turns, alike.other)];
  const turns = countUpTo(own.turns, at) - here;
  const index = there + turns;
  if (index < 0) return other.first;
  if (index > other.turns.length) return other.last;
  const from = turns === 0 ? alike.own : (own.turns[here + turns - 1] ?? own.first);
  const to = turns === 0 ? alike.other : (other.turns[index - 1] ?? other.first);
  const end = (other.turns[index] ?? other.last + 1) - 1;
  return Math.max(other.first, Math.min(end, to + at - from));
}
