/** Shapes on the slider's track: ticks by seat, marks that do not overlap, and stretches that were taken back. */

/**
 * @typedef {import("../../timeline/steps.js").Lines} Lines
 * @typedef {import("../../timeline/steps.js").Mark} Mark
 */

const COLUMNS = 1800;

/** Returns one SVG path per seat. One unit of x is a version, and each seat is a row of height 1. Ticks too dense to be seen are left out.
 * @param {Lines} lines
 * @param {number} seats
 * @returns {string[]}
 */
export function tickPaths(lines, seats) {
  const paths = Array.from({ length: seats }, () => "");
  const drawn = Array.from({ length: seats }, () => -Infinity);
  const apart = Math.max(1, (lines.last - lines.first) / COLUMNS);
  for (let version = lines.first + 1; version <= lines.last; version += 1) {
    const seat = lines.line(version)?.seat;
    if (typeof seat !== "number" || seat >= seats || version - drawn[seat] < apart) continue;
    drawn[seat] = version;
    paths[seat] += `M${version - lines.first} ${seat}v1`;
  }
  return paths;
}

/** Groups consecutive versions into stretches.
 * @param {Iterable<number>} versions in any order
 * @returns {{from: number, to: number}[]}
 */
export function findRuns(versions) {
  /** @type {{from: number, to: number}[]} */
  const found = [];
  for (const version of [...versions].sort((a, b) => a - b)) {
    const latest = found.at(-1);
    if (latest && latest.to === version - 1) latest.to = version;
    else found.push({ from: version, to: version });
  }
  return found;
}

/** Groups marks that are too close together. Each group shows its rarest kind and contains the others.
 * @param {readonly Mark[]} marks in ascending order of their versions
 * @param {number} apart the fewest versions between two marks that are drawn separately
 * @returns {(Mark & {at: number, others: Mark[]})[]} `at` is where the group is drawn
 */
export function groupMarks(marks, apart) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { kind } of marks) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  /** @type {Mark[][]} */
  const groups = [];
  for (const mark of marks) {
    const latest = groups.at(-1);
    if (latest && mark.version - latest[0].version < apart) latest.push(mark);
    else groups.push([mark]);
  }
  return groups.map((group) => {
    const shown = group.reduce((best, mark) => ((counts.get(mark.kind) ?? 0) < (counts.get(best.kind) ?? 0) ? mark : best));
    return { ...shown, at: group[0].version, others: group.filter((mark) => mark !== shown) };
  });
}
