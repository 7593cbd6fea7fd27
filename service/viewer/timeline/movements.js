/** Derives the movements between two neighbouring versions of a match, in either direction, from the lines between them. */

import { isCommonLine, next } from "./steps.js";

/**
 * @typedef {import("../types.d.ts").Movement} Movement
 * @typedef {import("./steps.js").Lines & {view(version: number): any}} Seen
 */

/** Returns the movements of one step in the order of the lines, or reversed for a step back.
 * Returns none if the cursor jumps over other steps.
 * @param {Seen} seen
 * @param {readonly number[]} steps
 * @param {number} from
 * @param {number} to
 * @param {(line: import("../types.d.ts").Line, before: any, view: any) => Movement[]} movements returns the movements of one line
 * @returns {Movement[]}
 */
export function movementsBetween(seen, steps, from, to, movements) {
  const [first, last] = [Math.min(from, to), Math.max(from, to)];
  if (first === last || next(steps, first, seen.last) !== last) return [];
  /** @type {Movement[]} */
  const found = [];
  for (let version = first + 1; version <= last; version += 1) {
    const [line, before, view] = [seen.line(version), seen.view(version - 1), seen.view(version)];
    if (line !== null && before !== null && view !== null && !isCommonLine(line)) found.push(...movements(line, before, view));
  }
  return to > from ? found : found.reverse().map(reverse);
}

/** Reverses a movement. A card that was turned over flies face down again.
 * @param {Movement} movement
 * @returns {Movement}
 */
const reverse = ({ from, to, what }) => ({ from: to, to: from, what });
