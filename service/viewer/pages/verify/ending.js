/** The result of a match according to its log. Called-off matches have none, rulings override the game, and forfeited seats come last. */

/**
 * @typedef {import("./archive.js").Result} Result
 * @typedef {import("./log.js").Entry} Entry
 */

/** Returns the result of a match, or null if it was not played to an end.
 * @param {Entry[]} entries
 * @param {(entries: Entry[]) => Result | null} played returns the game's result
 * @returns {Result | null}
 */
export function resultOf(entries, played) {
  if (entries.some(({ e }) => e.t === "called-off")) return null;
  const ruled = entries.find(({ e }) => e.t === "ruled")?.e;
  if (ruled) return { points: ruled.points, places: ruled.places };
  const out = new Set(entries.filter(({ e }) => e.t === "forfeited").map(({ e }) => e.seat));
  const result = entries.at(-1)?.e.reason === "forfeited" ? emptyResult(entries[0].e.seats) : played(entries);
  return result && out.size > 0 ? { points: result.points, places: placeLast(result.places, out) } : result;
}

/** @param {number} seats
 * @returns {Result}
 */
const emptyResult = (seats) => ({ points: Array(seats).fill(0), places: Array(seats).fill(1) });

/** @param {number[]} places @param {Set<number>} out
 * @returns {number[]}
 */
function placeLast(places, out) {
  const stayed = places.filter((_, seat) => !out.has(seat));
  const last = Math.max(1, stayed.length) + 1;
  return places.map((place, seat) => (out.has(seat) ? last : 1 + stayed.filter((other) => other < place).length));
}
