/** Score curves: the points of each seat after every entry, as steps. */

/** @typedef {{first: number, last: number, view(version: number): any}} Views */

/** Caches the points of all seats at every version, and reads only the versions that were added. */
export class Curves {
  /** @param {(view: any) => number[]} points */
  constructor(points) {
    this.points = points;
    /** @type {Views | null} */
    this.views = null;
    /** @type {(number[] | null)[]} */
    this.read = [];
  }

  /** Returns the points after every version, or null before there are any.
   * @param {Views} views
   * @returns {(number[] | null)[]}
   */
  of(views) {
    if (views !== this.views) {
      this.views = views;
      this.read = [];
    }
    let before = null;
    for (let version = views.first + this.read.length; version <= views.last; version += 1) {
      const view = views.view(version);
      const same = this.read.length > 0 && view === before;
      const points = same ? this.read[this.read.length - 1] : this.pointsOf(view);
      before = view;
      this.read.push(points);
    }
    return this.read;
  }

  /** @param {any} view */
  pointsOf(view) {
    try {
      return view === null ? null : this.points(view);
    } catch {
      return null;
    }
  }
}

/** Returns the highest and the lowest points; both are 0 before there are any.
 * @param {readonly (number[] | null)[]} read
 */
export function boundsOf(read) {
  let [highest, lowest] = [0, 0];
  for (const points of read) {
    if (points) [highest, lowest] = [Math.max(highest, ...points), Math.min(lowest, ...points)];
  }
  return { highest, lowest };
}

/** Returns the SVG path of a seat's points. One unit of x is a version, one unit of y a point, growing downwards from `highest`.
 * @param {readonly (number[] | null)[]} read
 * @param {number} seat
 * @param {number} highest
 * @returns {string}
 */
export function curvePath(read, seat, highest) {
  let path = "";
  /** @type {number | null} */
  let now = null;
  read.forEach((points, index) => {
    const value = points?.[seat];
    if (value === undefined || value === now) return;
    path += now === null ? `M${index} ${highest - value}` : `H${index}V${highest - value}`;
    now = value;
  });
  return path && `${path}H${read.length - 1}`;
}

/** Returns a round distance between two grid lines, in points.
 * @param {number} highest
 * @returns {number}
 */
export const gridStep = (highest) => [1, 2, 5, 10, 20, 25, 50, 100, 200, 500].find((step) => highest / step <= 5) ?? 1000;

/** Moves labels apart so that they do not overlap, as little as possible.
 * @param {readonly number[]} wanted
 * @param {number} gap
 * @param {number} lowest the largest allowed position of a label
 * @returns {number[]}
 */
export function spreadLabels(wanted, gap, lowest) {
  const order = wanted.map((_, index) => index).sort((a, b) => wanted[a] - wanted[b]);
  const placed = [...wanted];
  order.forEach((index, n) => {
    if (n > 0) placed[index] = Math.max(placed[index], placed[order[n - 1]] + gap);
  });
  let floor = lowest;
  for (const index of order.toReversed()) {
    placed[index] = Math.min(placed[index], floor);
    floor = placed[index] - gap;
  }
  return placed;
}
