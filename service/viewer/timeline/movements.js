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
 * @param {(line: import("../types.d.ts").Line, before: any, view: any, later: () => import("../types.d.ts").Line[]) => Movement[]} movements returns the movements of one line; `later` returns the lines after it
 * @returns {Movement[]}
 */
export function movementsBetween(seen, steps, from, to, movements) {
  const [first, last] = [Math.min(from, to), Math.max(from, to)];
  if (first === last || next(steps, first, seen.last) !== last) return [];
  /** @type {Movement[]} */
  const found = [];
  for (let version = first + 1; version <= last; version += 1) {
    const [line, before, view] = [seen.line(version), seen.view(version - 1), seen.view(version)];
    if (line !== null && before !== null && view !== null && !isCommonLine(line)) found.push(...movements(line, before, view, () => linesAfter(seen, version)));
  }
  return to > from ? found : found.reverse().map(reverse);
}

/** The most lines after a line that a scene may need. */
const AHEAD = 20;

/** Returns the lines after a version that a scene may need. @param {Seen} seen @param {number} version */
function linesAfter(seen, version) {
  const found = [];
  for (let at = version + 1; at <= Math.min(seen.last, version + AHEAD); at += 1) found.push(seen.line(at));
  return found.filter((line) => line !== null);
}

/** Reverses a movement. A card that was turned over flies face down again, and a scene is not played.
 * @param {Movement} movement
 * @returns {Movement}
 */
const reverse = ({ from, to, what }) => ({ from: to, to: from, what });
