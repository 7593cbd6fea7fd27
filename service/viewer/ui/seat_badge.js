/** The badge of a seat: a colour and a shape, so that it can be recognised without its colour. */

import { html } from "../dom.js";

const SHAPES = [
  "M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13z",
  "M2.2 2.2h11.6v11.6H2.2z",
  "M8 1.2 15.2 14H.8z",
  "M8 .8 15.2 8 8 15.2.8 8z",
];
const SIGNS = ["●", "■", "▲", "◆"];

/** Returns a seat's shape as a character, for sentences and tooltips.
 * @param {number} seat
 * @returns {string}
 */
export const sign = (seat) => SIGNS[seat % SIGNS.length];

/** Returns the SVG path of a seat's shape in a box of 16 × 16.
 * @param {number} seat
 * @returns {string}
 */
export const shape = (seat) => SHAPES[seat % SHAPES.length];

/** The badge of a seat, as tall as the text around it.
 * @param {{seat: number, label?: string}} props
 */
export function Badge({ seat, label }) {
  return html`<svg class="badge seat-${seat % SHAPES.length}" viewBox="0 0 16 16" role=${label ? "img" : null} aria-label=${label} aria-hidden=${label ? null : "true"}>
    <path d=${shape(seat)} />
  </svg>`;
}
