/** Branches of a match: what was played and then taken back, and what counts instead. */

/**
 * A stretch that was taken back, its votes included: it left the way that counts after `root`, and that goes on after `on`.
 * @typedef {{from: number, to: number, root: number, on: number}} Branch
 * @typedef {Pick<import("./steps.js").Lines, "last" | "line">} Lines
 */

/** The branch on which a version lies; null where that counts.
 * @param {Lines} lines
 * @param {number} at
 * @returns {Branch | null}
 */
export function branchAt(lines, at) {
  const over = takenBack(lines, at, at);
  if (over === null) return null;
  let { root, on } = over;
  // Where it left, may have been taken back itself, later.
  for (let later = takenBack(lines, on, root); later !== null; later = takenBack(lines, on, root)) ({ root, on } = later);
  return { from: over.root + 1, to: over.on - 1, root, on };
}

/** The stretch that ends with an entry which takes something back; null where another one stands there.
 * @param {Lines} lines
 * @param {number} at
 * @returns {{from: number, to: number} | null}
 */
export function endedBy(lines, at) {
  const line = lines.line(at);
  return line?.key === "undone" && line.params?.to + 1 < at ? { from: line.params?.to + 1, to: at - 1 } : null;
}

/** The first entry after a version that takes another one back, and where it goes.
 * @param {Lines} lines
 * @param {number} after
 * @param {number} version
 */
function takenBack(lines, after, version) {
  for (let on = after + 1; on <= lines.last; on += 1) {
    const line = lines.line(on);
    if (line?.key === "undone" && line.params?.to < version) return { root: /** @type {number} */ (line.params?.to), on };
  }
  return null;
}
