/** Which entries no longer count: those that an undo has taken back. They stay in the log, struck through. */

/** The versions that were taken back.
 * @param {readonly (import("../types.d.ts").Line | null)[]} lines
 * @param {number} first the version of the first line
 * @returns {Set<number>}
 */
export function struck(lines, first = 0) {
  /** @type {Set<number>} */
  const gone = new Set();
  lines.forEach((line, index) => {
    if (line?.key !== "undone") return;
    for (let version = line.params?.to + 1; version < first + index; version += 1) gone.add(version);
  });
  return gone;
}
