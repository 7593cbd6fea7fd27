/** The geometry of the island, in units of the drawing. */

/**
 * @typedef {{x: number, y: number}} Point
 * @typedef {object} Plan
 * @property {number} width
 * @property {number} height
 * @property {Point[]} hexes the centres
 * @property {string} hexagon a hex around the origin, as the points of a polygon
 * @property {Point[]} corners
 * @property {{x: number, y: number, angle: number, from: Point, to: Point}[]} edges `angle` in degrees
 * @property {{x: number, y: number, ends: Point[]}[]} harbors the place of the harbor in the sea, and the two corners of its piers
 */

/** The distance from the centre of a hex to its corners. */
export const SIDE = 60;
/** The width of the sea around the land. */
const SEA = 50;
/** The distance of a harbor from the middle of its coast. */
const OFF = 29;

/** @type {WeakMap<any, Plan>} */
const plans = new WeakMap();

/** Returns the plan of the island for a game's components; it is computed once.
 * @param {any} components
 * @returns {Plan}
 */
export function planOf(components) {
  const plan = plans.get(components) ?? drawnUp(components);
  plans.set(components, plan);
  return plan;
}

/** @param {{q: number, r: number}} hex @returns {Point} */
const middle = ({ q, r }) => ({ x: Math.sqrt(3) * SIDE * (q + r / 2), y: 1.5 * SIDE * r });

/** @param {any} components @returns {Plan} */
function drawnUp(components) {
  /** @type {Point[]} */
  const corners = components.corners.map((/** @type {any} */ corner) => ({ x: middle(corner).x, y: middle(corner).y + (corner.kind === "N" ? -SIDE : SIDE) }));
  const left = Math.min(...corners.map((corner) => corner.x)) - SEA;
  const top = Math.min(...corners.map((corner) => corner.y)) - SEA;
  const at = (/** @type {Point} */ { x, y }) => ({ x: tenth(x - left), y: tenth(y - top) });
  const placed = corners.map(at);
  const hexes = components.hexes.map((/** @type {any} */ hex) => at(middle(hex)));
  return {
    width: tenth(Math.max(...placed.map((corner) => corner.x)) + SEA),
    height: tenth(Math.max(...placed.map((corner) => corner.y)) + SEA),
    hexes,
    hexagon: Array.from({ length: 6 }, (_, i) => turned({ x: 0, y: -SIDE }, i * 60)).map(({ x, y }) => `${tenth(x)},${tenth(y)}`).join(" "),
    corners: placed,
    edges: components.edges.map((/** @type {any} */ edge) => edgeBetween(placed[edge.ends[0]], placed[edge.ends[1]])),
    harbors: components.harbors.map((/** @type {any} */ slot) => {
      const ends = slot.corners.map((/** @type {number} */ corner) => placed[corner]);
      const land = components.hexes.findIndex((/** @type {any} */ hex) => slot.corners.every((/** @type {number} */ corner) => hex.corners.includes(corner)));
      return { ...away(hexes[land], { x: (ends[0].x + ends[1].x) / 2, y: (ends[0].y + ends[1].y) / 2 }), ends };
    }),
  };
}

/** @param {Point} from @param {Point} to */
function edgeBetween(from, to) {
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  return { x: tenth((from.x + to.x) / 2), y: tenth((from.y + to.y) / 2), angle: Math.round(angle), from, to };
}

/** Returns a point beyond the middle of a coast, as seen from its hex.
 * @param {Point} hex @param {Point} coast @returns {Point}
 */
function away(hex, coast) {
  const far = Math.hypot(coast.x - hex.x, coast.y - hex.y);
  return { x: tenth(coast.x + ((coast.x - hex.x) / far) * OFF), y: tenth(coast.y + ((coast.y - hex.y) / far) * OFF) };
}

/** @param {Point} point @param {number} degrees @returns {Point} */
function turned({ x, y }, degrees) {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return { x: x * cos - y * sin, y: x * sin + y * cos };
}

/** Returns a line between two points that stops short of both by the same distance.
 * @param {Point} from @param {Point} to @param {number} short
 * @returns {string} the path
 */
export function between(from, to, short) {
  const [x, y] = [(to.x - from.x) / SIDE, (to.y - from.y) / SIDE];
  return `M${tenth(from.x + x * short)} ${tenth(from.y + y * short)}L${tenth(to.x - x * short)} ${tenth(to.y - y * short)}`;
}

/** Returns the barbarian ship's course along the eastern edge to the southern coast.
 * @param {Plan} plan @param {number} steps
 * @returns {Point[]} a place for each step, the first one far out
 */
export function course({ width, height }, steps) {
  const [east, south, bend] = [width - 21, height - 21, 34];
  const down = south - bend - (height / 2 + 48);
  const round = (bend * Math.PI) / 2;
  const whole = down + round + width * 0.21;
  return Array.from({ length: steps + 1 }, (_, step) => {
    const sailed = (whole * step) / steps;
    const angle = Math.min(1, Math.max(0, (sailed - down) / round)) * 90;
    const from = { x: east - bend, y: south - bend };
    const { x, y } = turned({ x: bend, y: 0 }, angle);
    return { x: tenth(from.x + x - Math.max(0, sailed - down - round)), y: tenth(from.y + y + Math.min(0, sailed - down)) };
  });
}

/** @param {number} n */
const tenth = (n) => Math.round(n * 10) / 10;
