/** A picture of a principality for newcomers: the starting layout with a few buildings. */

import { html } from "../../dom.js";
import { nothing } from "./choice/pick.js";
import { Principality } from "./principality.js";

/** The places of the regions at the start. */
const PLACES = [-2, 0, 2].flatMap((slot) => ["above", "below"].map((side) => ({ slot, side })));
const BUILT = { "abbey-1": { slot: -1, side: "above" }, "knight_otto-1": { slot: 1, side: "above" }, "sawmill-1": { slot: 1, side: "below" } };

/** @param {{components: any}} props */
export function Picture({ components }) {
  const regions = components.crests[0].map((/** @type {{id: string}} */ { id }, /** @type {number} */ i) => [id, { ...PLACES[i], stored: i % 3 }]);
  const view = { roads: [0], settlements: [-1], cities: [1], regions: Object.fromEntries(regions), built: BUILT };
  return html`<div class="cc-frame cc-seat-0"><${Principality} components=${components} seatView=${view} was=${null} seat=${0} pick=${nothing()} name="" /></div>`;
}
