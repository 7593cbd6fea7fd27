/** A picture of the island for newcomers, with an arbitrary layout and a few pieces. */

import { html } from "../../dom.js";
import { Island } from "./island/island.js";

/** The stride at which the terrain tiles are picked, so that tiles of different kinds are mixed. */
const APART = 7;

/** @param {{components: any}} props */
export function Picture({ components }) {
  const seats = [0, 1, 2].map((seat) => ({ seat, name: "", bot: null, mine: false, waiting: false }));
  return html`<${Island} components=${components} view=${laidOut(components, seats.length)} before=${null} seats=${seats} />`;
}

/** Returns a view of an island after all seats have placed their starting pieces.
 * @param {any} components
 * @param {number} seats
 */
function laidOut({ deal, hexes, edges }, seats) {
  const terrain = hexes.map((/** @type {any} */ _, /** @type {number} */ i) => deal.terrain[(i * APART) % deal.terrain.length]);
  const tokens = [...deal.tokens];
  const roadAt = (/** @type {number} */ corner) => edges.findIndex((/** @type {any} */ { ends }) => ends.includes(corner));
  const begun = (/** @type {number} */ seat) => {
    const [city, settlement, knight] = [hexes[4 + 3 * seat].corners[0], hexes[16 - 5 * seat].corners[3], hexes[9 + 3 * seat].corners[2]];
    return { cities: [city], settlements: [settlement], roads: [roadAt(city), roadAt(settlement)], knights: { [knight]: { level: 1 + (seat % 2), active: seat === 0 } } };
  };
  return {
    phase: "action",
    terrain,
    tokens: terrain.map((/** @type {string} */ kind) => (kind === "desert" ? 0 : tokens.pop())),
    harbors: deal.harbors,
    robber: terrain.indexOf("desert"),
    awake: true,
    ship: 3,
    seats: Object.fromEntries(Array.from({ length: seats }, (_, seat) => [seat, begun(seat)])),
  };
}
