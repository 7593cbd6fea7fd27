/** How a match of Katharina ended, as its log says. */

/** Points and places by seat; null where the match was not played to its end.
 * @param {readonly any[]} entries
 * @returns {{points: number[], places: number[]} | null}
 */
export function outcome(entries) {
  const e = entries.at(-2)?.e;
  return e?.t === "finished" ? { points: e.points, places: e.places } : null;
}
