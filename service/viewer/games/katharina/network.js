/** Connected residences: cities of one seat that roads join. */

/** Returns the number of residences in a seat's largest connected group.
 * @param {[string, string][]} roads
 * @param {string[]} residences
 * @returns {number}
 */
export function networkSize(roads, residences) {
  const groups = new Map(residences.map((city) => [city, new Set([city])]));
  for (const [from, to] of roads) {
    const [one, other] = [groups.get(from), groups.get(to)];
    if (one && other) for (const city of other) groups.set(city, one.add(city));
  }
  return Math.max(0, ...[...groups.values()].map(({ size }) => size));
}
