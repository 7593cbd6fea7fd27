/** The symbols of Katharina: goods, cannon, book, crown, card, house, joker, points. */

import { html } from "../../dom.js";

/** The drawings, in a box of 24 × 24.
 * @type {Record<string, string>}
 */
const DRAWINGS = {
  iron: "M2 7.5h5V6h14.5v1.2c-1 2.9-3.4 4.4-6 4.8v2.4c0 1 .8 1.9 2.5 2.6v2.2H6.8v-2.2c1.7-.7 2.5-1.6 2.5-2.6V12C6 11.8 3 10.5 2 7.5z",
  food: "M11.2 22V9h1.6v13zM12 1.5c1.7 1.5 1.9 3.6 0 5.7-1.9-2.1-1.7-4.2 0-5.7zM11 11.2C8 11.2 6.3 9.6 6 6.8c2.9.1 4.8 1.6 5 4.4zm2 0c3 0 4.7-1.6 5-4.4-2.9.1-4.8 1.6-5 4.4zM11 15.6C8 15.6 6.3 14 6 11.2c2.9.1 4.8 1.6 5 4.4zm2 0c3 0 4.7-1.6 5-4.4-2.9.1-4.8 1.6-5 4.4zM11 20C8 20 6.3 18.4 6 15.6c2.9.1 4.8 1.6 5 4.4zm2 0c3 0 4.7-1.6 5-4.4-2.9.1-4.8 1.6-5 4.4z",
  caviar: "M2 12.5h20c-.3 3.6-2 6.2-4.6 7.6v1.4H6.6v-1.4C4 18.7 2.3 16.1 2 12.5zM4.3 9.3a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0 -4.4 0zM9.8 9.3a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0 -4.4 0zM15.3 9.3a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0 -4.4 0zM7 5a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0 -4.4 0zM12.6 5a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0 -4.4 0z",
  fur: "M12 3.2c1.2 0 2 .5 2.5 1.3 1.9.4 4-.2 5.7-2l1.6 1.7c-1.4 2-3 3-4 3.5.5 2.3.6 4.3 0 6.5 1.6.4 3 1.5 4 3.2l-1.9 1.7c-1.4-1.4-2.9-1.9-4.5-1.8-.7 1.2-1.7 1.9-2.6 2.3L12 22.5l-.8-2.9c-.9-.4-1.9-1.1-2.6-2.3-1.6-.1-3.1.4-4.5 1.8l-1.9-1.7c1-1.7 2.4-2.8 4-3.2-.6-2.2-.5-4.2 0-6.5-1-.5-2.6-1.5-4-3.5l1.6-1.7c1.7 1.8 3.8 2.4 5.7 2 .5-.8 1.3-1.3 2.5-1.3z",
  cannon: "M1.5 10.5 19.3 4.3l.6-1 2.1.8.9 2.7-1.2 1.9-1.1-.1-6.8 3.6a5.5 5.5 0 0 0-8.9 1.1l-2.6.3-.9-.8.8-.7zM9.3 11.7a4.7 4.7 0 1 1 0 9.4 4.7 4.7 0 0 1 0-9.4zm0 2.4a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6z",
  book: "M11.2 5.8C8.8 4.2 5.6 3.7 1.8 4v14.3c3.9-.2 7 .3 9.4 1.9zM12.8 5.8c2.4-1.6 5.6-2.1 9.4-1.8v14.3c-3.9-.2-7 .3-9.4 1.9z",
  favour: "M12 3.2 15.8 9l5.7-3.4-2.2 10.9H4.7L2.5 5.6 8.2 9zM4.7 18.2h14.6v2.6H4.7z",
  card: "M6.5 2h11A1.5 1.5 0 0 1 19 3.5v17a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 20.5v-17A1.5 1.5 0 0 1 6.5 2zm.7 2.2v15.6h9.6V4.2zM12 7l3 5-3 5-3-5z",
  house: "M12 2.5 22 11h-2.6v10.5h-5.2v-6H9.8v6H4.6V11H2z",
  network: "M2.8 6a3.2 3.2 0 1 1 5.6 2.1l4.2 6.6a3.2 3.2 0 0 1 1.2-.1l3.6-5.9a3.2 3.2 0 1 1 2 1.2l-3.5 5.8a3.2 3.2 0 1 1-5.2.2L6.6 9.2A3.2 3.2 0 0 1 2.8 6z",
  joker: "m12 1.8 2.9 6.8 7.3.7-5.5 4.9 1.6 7.2L12 17.6l-6.3 3.8 1.6-7.2L1.8 9.3l7.3-.7z",
};

/** Returns the path of a symbol in a box of 24 × 24.
 * @param {string} kind
 * @returns {string}
 */
export const drawing = (kind) => DRAWINGS[kind] ?? "";

/** Draws a symbol: a good, "cannon", "book", "favour", "card", "house" or "joker"; a city's "point" is a number.
 * @param {{kind: string, label?: string}} props
 */
export function Symbol({ kind, label }) {
  return html`<svg class="ka-sym ka-sym-${kind}" viewBox="0 0 24 24" role=${label ? "img" : null} aria-label=${label} aria-hidden=${label ? null : "true"}>
    ${kind === "point" ? html`<text x="12" y="19" text-anchor="middle" font-size="20" font-weight="700">1</text>` : html`<path fill-rule="evenodd" d=${DRAWINGS[kind]} />`}
  </svg>`;
}

/** Draws a symbol several times: up to two side by side; for more, once with a number in front.
 * @param {{kind: string, n: number}} props
 */
export function Several({ kind, n }) {
  if (n > 2) return html`<span class="ka-times">${n}</span><${Symbol} kind=${kind} />`;
  return Array.from({ length: n }, () => html`<${Symbol} kind=${kind} />`);
}

/** Draws points in their round badge.
 * @param {{n: number}} props
 */
export const Points = ({ n }) => html`<span class="ka-vp">${n}</span>`;
