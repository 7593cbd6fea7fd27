/** Turning points of a match: changes of the lead that lasted, and the largest increase of a lead. */

/** `points` has the seat's points and the best of the others. `grown` is by how much an existing lead grew, otherwise 0.
 * @typedef {{version: number, seat: number, points: [number, number], last: boolean, grown: number}} Turn
 */

const MOST = 4;
const SHORTEST = 0.04;
/** The smallest increase of a lead that is shown. */
const LEAP = 2;

/** Finds the changes of the lead that lasted longest and the last leader's largest leap, in the order of the match.
 * The moment when the final leader took the lead is always included, unless they led from the beginning.
 * @param {readonly (number[] | null)[]} read the points by seat after every version from `first` on; null before there are any
 * @param {number} first
 * @param {ReadonlySet<number>} struck versions that were taken back
 * @param {number} [begun] the version at which setup ends; a lead before that is not a turning point
 * @returns {Turn[]}
 */
export function findTurningPoints(read, first, struck, begun = first) {
  /** @type {(Turn & {until: number})[]} */
  const turns = [];
  /** @type {Turn | null} */
  let leap = null;
  /** @type {number | null} */
  let leads = null;
  let lead = 0;
  read.forEach((all, index) => {
    const version = first + index;
    if (!all || version < begun || struck.has(version)) return;
    const [seat, points] = leader(all);
    const by = points[0] - points[1];
    if (seat !== null && seat !== leads) {
      const now = turns.at(-1);
      if (now) now.until = version;
      if (version > begun) turns.push({ version, seat, points, last: false, grown: 0, until: first + read.length });
      leads = seat;
      leap = null;
    } else if (seat !== null && by - lead >= Math.max(LEAP, (leap?.grown ?? 0) + 1)) leap = { version, seat, points, last: false, grown: by - lead };
    lead = by;
  });
  const last = turns.at(-1);
  const least = SHORTEST * read.length;
  const kept = turns.filter((turn) => turn !== last && turn.until - turn.version >= least).sort((one, other) => other.until - other.version - (one.until - one.version));
  const told = [...kept.slice(0, MOST - 1), ...(last ? [{ ...last, last: true }] : []), ...(leap ? [leap] : [])];
  return told.sort((one, other) => one.version - other.version).map(({ version, seat, points, last, grown }) => ({ version, seat, points, last, grown }));
}

/** Returns the seat that alone has the most points, or null, with these points and the second most.
 * @param {number[]} all
 * @returns {[number | null, [number, number]]}
 */
function leader(all) {
  const [most, next = 0] = [...all].sort((one, other) => other - one);
  return [most > next ? all.indexOf(most) : null, [most, next]];
}
