/** What moves from one moment of a match to the next, or back to the one before: told by the lines between them. */

import { frames, next } from "./steps.js";

/**
 * @typedef {import("../types.d.ts").Movement} Movement
 * @typedef {import("./steps.js").Lines & {view(version: number): any}} Seen
 */

/** The movements of one step, in the order of the lines, and the other way round for a step back. There are none where
 * other steps lie between the two: whoever jumps sees where things are.
 * @param {Seen} seen
 * @param {readonly number[]} steps
 * @param {number} from
 * @param {number} to
 * @param {(line: import("../types.d.ts").Line, before: any, view: any) => Movement[]} movements those that a line of the game brings
 * @returns {Movement[]}
 */
export function movementsBetween(seen, steps, from, to, movements) {
  const [first, last] = [Math.min(from, to), Math.max(from, to)];
  if (first === last || next(steps, first, seen.last) !== last) return [];
  /** @type {Movement[]} */
  const found = [];
  for (let version = first + 1; version <= last; version += 1) {
    const [line, before, view] = [seen.line(version), seen.view(version - 1), seen.view(version)];
    if (line !== null && before !== null && view !== null && !frames(line)) found.push(...movements(line, before, view));
  }
  return to > from ? found : found.reverse().map(back);
}

/** A movement the other way round; what was turned over flies face down again.
 * @param {Movement} movement
 * @returns {Movement}
 */
const back = ({ from, to, what }) => ({ from: to, to: from, what });
