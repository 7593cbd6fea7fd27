/** How a match ended by its log: not at all where it was called off, by a ruling, by its game with those who are out placed last, or by their being out. */

/**
 * @typedef {import("./archive.js").Result} Result
 * @typedef {import("./log.js").Entry} Entry
 */

/** The result of a match, null where it was not played to an end.
 * @param {Entry[]} entries
 * @param {(entries: Entry[]) => Result | null} played how its game ended
 * @returns {Result | null}
 */
export function ended(entries, played) {
  if (entries.some(({ e }) => e.t === "called-off")) return null;
  const ruled = entries.find(({ e }) => e.t === "ruled")?.e;
  if (ruled) return { points: ruled.points, places: ruled.places };
  const out = new Set(entries.filter(({ e }) => e.t === "forfeited").map(({ e }) => e.seat));
  const result = entries.at(-1)?.e.reason === "forfeited" ? nothingPlayed(entries[0].e.seats) : played(entries);
  return result && out.size > 0 ? { points: result.points, places: placedLast(result.places, out) } : result;
}

/** @param {number} seats
 * @returns {Result}
 */
const nothingPlayed = (seats) => ({ points: Array(seats).fill(0), places: Array(seats).fill(1) });

/** @param {number[]} places @param {Set<number>} out
 * @returns {number[]}
 */
function placedLast(places, out) {
  const stayed = places.filter((_, seat) => !out.has(seat));
  const last = Math.max(1, stayed.length) + 1;
  return places.map((place, seat) => (out.has(seat) ? last : 1 + stayed.filter((other) => other < place).length));
}
