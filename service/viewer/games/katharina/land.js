/** Computes the land around cities: every region is a smooth area around its cities and roads. */

/**
 * @typedef {{x: number, y: number}} Point
 * @typedef {Point & {region: number, weight: number}} Source a point with land around it
 */

const RISE = 0.4;
const BORDER = 0.02;

/** Returns the outline of every region as path data, and a function that returns a point's region (-1 for the sea).
 * @param {Source[]} sources
 * @param {number} regions
 * @param {{width: number, height: number, reach: number}} sheet
 * @returns {{paths: string[], holder: (x: number, y: number) => number}}
 */
export function lands(sources, regions, { width, height, reach }) {
  const step = reach / 5;
  const [columns, rows] = [Math.ceil(width / step) + 4, Math.ceil(height / step) + 4];
  const heights = Array.from({ length: regions }, () => new Float64Array(columns * rows));
  const far = reach * 3;
  for (const { x, y, region, weight } of sources) {
    const [left, right] = [Math.max(0, Math.floor((x - far) / step) + 2), Math.min(columns - 1, Math.ceil((x + far) / step) + 2)];
    const [top, bottom] = [Math.max(0, Math.floor((y - far) / step) + 2), Math.min(rows - 1, Math.ceil((y + far) / step) + 2)];
    for (let row = top; row <= bottom; row += 1) {
      for (let column = left; column <= right; column += 1) {
        const dx = (column - 2) * step - x;
        const dy = (row - 2) * step - y;
        heights[region][row * columns + column] += weight * Math.exp(-(dx * dx + dy * dy) / (reach * reach));
      }
    }
  }
  const insides = heights.map(() => new Float64Array(columns * rows));
  const owners = new Int8Array(columns * rows).fill(-1);
  for (let at = 0; at < owners.length; at += 1) {
    let total = 0;
    for (const one of heights) total += one[at];
    const [x, y] = [(at % columns) * 0.2, Math.floor(at / columns) * 0.2];
    const coast = total - RISE + uneven(y + 5, x + 3) * 0.11;
    const border = uneven(x, y) * 0.09;
    for (let region = regions - 1; region >= 0; region -= 1) {
      const own = heights[region][at];
      let other = 0;
      for (const one of heights) if (one !== heights[region] && one[at] > other) other = one[at];
      const inside = Math.min(coast, (own - other) / (own + other + 1e-9) - BORDER + SIDES[region] * border);
      insides[region][at] = inside;
      if (inside > 0) owners[at] = region;
    }
  }
  return {
    paths: insides.map((inside) => contours(inside, columns, rows).map((ring) => smooth(ring.map(({ x, y }) => ({ x: (x - 2) * step, y: (y - 2) * step })))).join("")),
    holder: (x, y) => owners[Math.round(y / step + 2) * columns + Math.round(x / step + 2)],
  };
}

/** The direction in which an uneven border moves, by region: one region gains the area that its neighbour loses. */
const SIDES = [1, -1, 0, 1, -1];

/** Returns a number between about -1 and 1 that varies gently over the land, for hills and bays.
 * @param {number} x
 * @param {number} y
 */
const uneven = (x, y) => (Math.sin(x * 2.3 + Math.sin(y * 1.7)) + Math.sin(y * 2.9 + Math.sin(x * 2.1 + 1)) + Math.sin((x + y) * 4.7) * 0.6) / 2.6;

/** Returns the rings around all grid values above zero (marching squares); everything outside the sheet is sea.
 * @param {Float64Array} field
 * @param {number} columns
 * @param {number} rows
 * @returns {Point[][]}
 */
function contours(field, columns, rows) {
  const at = (/** @type {number} */ x, /** @type {number} */ y) => (x <= 0 || y <= 0 || x >= columns - 1 || y >= rows - 1 ? Math.min(-0.2, field[y * columns + x]) : field[y * columns + x]);
  /** @type {Map<string, {point: Point, next: string}>} */
  const edges = new Map();
  for (let y = 0; y < rows - 1; y += 1) {
    for (let x = 0; x < columns - 1; x += 1) {
      const kind = (at(x, y) > 0 ? 1 : 0) + (at(x + 1, y) > 0 ? 2 : 0) + (at(x + 1, y + 1) > 0 ? 4 : 0) + (at(x, y + 1) > 0 ? 8 : 0);
      if (kind === 0 || kind === 15) continue;
      const corners = [at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)];
      for (const [from, to] of CROSSINGS[kind]) {
        const [start, end] = [crossing(x, y, from, corners), crossing(x, y, to, corners)];
        edges.set(start.key, { point: start.point, next: end.key });
      }
    }
  }
  /** @type {Point[][]} */
  const rings = [];
  while (edges.size) {
    let key = /** @type {string} */ (edges.keys().next().value);
    /** @type {Point[]} */
    const ring = [];
    for (let edge = edges.get(key); edge; edge = edges.get(key)) {
      ring.push(edge.point);
      edges.delete(key);
      key = edge.next;
    }
    if (ring.length > 7) rings.push(ring);
  }
  return rings;
}

/** The sides of a cell that an outline crosses, with land to its right. Sides and corners count clockwise from the top left. */
const CROSSINGS = [[], [[3, 0]], [[0, 1]], [[3, 1]], [[1, 2]], [[3, 0], [1, 2]], [[0, 2]], [[3, 2]], [[2, 3]], [[2, 0]], [[0, 1], [2, 3]], [[2, 1]], [[1, 3]], [[1, 0]], [[0, 3]], []];

/**
 * @param {number} x
 * @param {number} y
 * @param {number} side
 * @param {number[]} corners
 * @returns {{point: Point, key: string}}
 */
function crossing(x, y, side, corners) {
  const [a, b] = [corners[side], corners[(side + 1) % 4]];
  const part = a / (a - b);
  if (side === 0) return { point: { x: x + part, y }, key: `${x},${y}-` };
  if (side === 1) return { point: { x: x + 1, y: y + part }, key: `${x + 1},${y}|` };
  if (side === 2) return { point: { x: x + 1 - part, y: y + 1 }, key: `${x},${y + 1}-` };
  return { point: { x, y: y + 1 - part }, key: `${x},${y}|` };
}

/** Returns a closed smooth path through the midpoints of a ring's points.
 * @param {Point[]} ring
 */
function smooth(ring) {
  const points = ring.filter((_, i) => i % 2 === 0);
  const middle = (/** @type {number} */ i) => {
    const [a, b] = [points[i % points.length], points[(i + 1) % points.length]];
    return `${((a.x + b.x) / 2).toFixed(1)} ${((a.y + b.y) / 2).toFixed(1)}`;
  };
  return `M${middle(0)}${points.map((_, i) => {
    const point = points[(i + 1) % points.length];
    return `Q${point.x.toFixed(1)} ${point.y.toFixed(1)} ${middle(i + 1)}`;
  }).join("")}Z`;
}
