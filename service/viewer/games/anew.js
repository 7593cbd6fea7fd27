/** Deals hidden cards again for a match that begins with another match's position, in the same way for every game. */

/** Returns the shuffle of each pool of cards that is dealt again.
 * @param {readonly any[]} entries
 * @param {any} e the event that sets up the position
 * @param {(purpose: string) => string} label
 * @returns {Omit<import("../types.d.ts").Draw, "entry">[]}
 */
export function anew(entries, e, label) {
  const { position } = entries.find((entry) => entry.e.t === "forked").e;
  return e.anew.map((/** @type {string[]} */ outcome, /** @type {number} */ pool) => ({ field: "anew", label: label(`anew-${pool}/0`), from: position.anew[pool], outcome }));
}
