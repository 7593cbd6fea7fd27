/** Reads a log of Katharina: its notation, its random draws, and its result. */

export { draws } from "./draws.js";
export { notation } from "./notation.js";

/** Returns points and places by seat, or null if the match was not played to its end.
 * @param {readonly any[]} entries
 * @returns {{points: number[], places: number[]} | null}
 */
export function outcome(entries) {
  const e = entries.at(-2)?.e;
  return e?.t === "finished" ? { points: e.points, places: e.places } : null;
}
