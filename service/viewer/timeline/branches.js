/** Branches of a match: entries that were played and then taken back. */

/**
 * A stretch of entries that was taken back, including the undo votes. It branches off after `root`, and the match continues at `on`.
 * @typedef {{from: number, to: number, root: number, on: number}} Branch
 * @typedef {Pick<import("./steps.js").Lines, "last" | "line">} Lines
 */

/** Returns the branch that contains a version, or null if the version counts.
 * @param {Lines} lines
 * @param {number} at
 * @returns {Branch | null}
 */
export function branchAt(lines, at) {
  const over = findUndoOf(lines, at, at);
  if (over === null) return null;
  let { root, on } = over;
  // The root may itself have been taken back later.
  for (let later = findUndoOf(lines, on, root); later !== null; later = findUndoOf(lines, on, root)) ({ root, on } = later);
  return { from: over.root + 1, to: over.on - 1, root, on };
}

/** Returns the stretch that an undo entry takes back, or null for other entries.
 * @param {Lines} lines
 * @param {number} at
 * @returns {{from: number, to: number} | null}
 */
export function stretchEndedBy(lines, at) {
  const line = lines.line(at);
  return line?.key === "undone" && line.params?.to + 1 < at ? { from: line.params?.to + 1, to: at - 1 } : null;
}

/** Finds the first entry after `after` that takes a version back, and the version to which it returns.
 * @param {Lines} lines
 * @param {number} after
 * @param {number} version
 */
function findUndoOf(lines, after, version) {
  for (let on = after + 1; on <= lines.last; on += 1) {
    const line = lines.line(on);
    if (line?.key === "undone" && line.params?.to < version) return { root: /** @type {number} */ (line.params?.to), on };
  }
  return null;
}
