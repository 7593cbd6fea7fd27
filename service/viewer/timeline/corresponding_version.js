/** Finds corresponding versions in two matches of the same deal: those the same number of turns after a common position. */

import { countUpTo } from "./steps.js";

/** @typedef {{turns: readonly number[], first: number, last: number}} Turns the versions at which turns begin, and the first and last version */

/** Returns the version of another match that corresponds to a version of this one. Within a turn, it counts entries.
 * @param {Turns} own
 * @param {Turns} other
 * @param {number} at
 * @param {{own: number, other: number}} [alike] versions of the common position; by default both matches begin with it
 * @returns {number}
 */
export function correspondingVersion(own, other, at, alike = { own: own.first, other: other.first }) {
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
