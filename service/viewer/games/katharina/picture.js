/** A picture of the map with a few houses, for newcomers. */

import { html } from "../../dom.js";
import { KaMap } from "./map.js";

/** @param {{components: any}} props */
export function Picture({ components }) {
  const seats = [0, 1, 2].map((seat) => ({ seat, name: "", bot: null, mine: false, waiting: false }));
  const built = (/** @type {number} */ seat) => components.cities.filter((/** @type {any} */ _, /** @type {number} */ i) => i % 5 === seat).map((/** @type {{id: string}} */ { id }) => id);
  const view = { seats: Object.fromEntries(seats.map(({ seat }) => [seat, { residences: built(seat) }])) };
  return html`<${KaMap} components=${components} view=${view} before=${null} seats=${seats} focus=${0} />`;
}
