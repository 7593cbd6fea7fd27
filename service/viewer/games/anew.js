/** What was dealt anew where a match begins with a position of another one: the same draw in every game. */

/** Each pool of cards that nobody's eyes saw there, shuffled.
 * @param {readonly any[]} entries
 * @param {any} e the event that lays the position
 * @param {(purpose: string) => string} label
 * @returns {Omit<import("../types.d.ts").Draw, "entry">[]}
 */
export function anew(entries, e, label) {
  const { position } = entries.find((entry) => entry.e.t === "forked").e;
  return e.anew.map((/** @type {string[]} */ outcome, /** @type {number} */ pool) => ({ field: "anew", label: label(`anew-${pool}/0`), from: position.anew[pool], outcome }));
}
