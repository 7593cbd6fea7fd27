/** The entries that were taken back. They stay in the log, struck through. */

import { isCommonLine } from "./steps.js";

/** Returns the versions that were taken back.
 * @param {readonly (import("../types.d.ts").Line | null)[]} lines
 * @param {number} first the version of the first line
 * @returns {Set<number>}
 */
export function findTakenBack(lines, first = 0) {
  /** @type {Set<number>} */
  const gone = new Set();
  lines.forEach((line, index) => {
    if (line?.key !== "undone") return;
    for (let at = Math.max(0, line.params?.to + 1 - first); at < index; at += 1) {
      const taken = lines[at];
      if (taken !== null && !isCommonLine(taken)) gone.add(first + at);
    }
  });
  return gone;
}
