/** How a log of the Catan card game is read: as notation, for what came by chance, and for how it ended. */

export { draws } from "./draws.js";
export { notation } from "./notation.js";

/** Points and places by seat; null where the match was not played to its end.
 * @param {readonly any[]} entries
 * @returns {{points: number[], places: number[]} | null}
 */
export function outcome(entries) {
  const e = entries.at(-2)?.e;
  return e?.t === "finished" ? { points: e.points, places: e.places } : null;
}
