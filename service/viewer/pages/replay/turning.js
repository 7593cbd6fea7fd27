/** Where a match turned: the moments at which somebody else went into the lead and stayed there for a while. */

/** @typedef {{version: number, seat: number, points: number[], last: boolean}} Turn */

const MOST = 4;
const SHORTEST = 0.04;

/** The changes of the lead, those that lasted longest, in the order of the match; whoever leads at the end is always among them.
 * @param {readonly (number[] | null)[]} read the points by seat after every version, from `first` on; null before there are any
 * @param {number} first
 * @param {ReadonlySet<number>} struck versions that were undone
 * @returns {Turn[]}
 */
export function turningPoints(read, first, struck) {
  /** @type {(Turn & {until: number})[]} */
  const turns = [];
  read.forEach((points, index) => {
    const version = first + index;
    if (!points || struck.has(version)) return;
    const seat = leader(points);
    const now = turns.at(-1);
    if (seat === null || seat === now?.seat) return;
    if (now) now.until = version;
    turns.push({ version, seat, points, last: false, until: first + read.length });
  });
  const last = turns.at(-1);
  if (!last) return [];
  const least = SHORTEST * read.length;
  const kept = turns.filter((turn) => turn !== last && turn.until - turn.version >= least).sort((one, other) => other.until - other.version - (one.until - one.version));
  return [...kept.slice(0, MOST - 1), last].sort((one, other) => one.version - other.version).map(({ version, seat, points }) => ({ version, seat, points, last: version === last.version }));
}

/** Who alone has the most points; null where nobody has.
 * @param {number[]} points
 * @returns {number | null}
 */
function leader(points) {
  const most = Math.max(...points);
  const seat = points.indexOf(most);
  return points.lastIndexOf(most) === seat ? seat : null;
}
