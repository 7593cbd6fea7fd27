/** The symbols of Cities & Knights: kinds of cards, tracks, pieces; and counts of cards as chips. */

import { html } from "../../dom.js";
import { named } from "./box.js";

/** The drawings, in a box of 24 × 24.
 * @type {Record<string, string>}
 */
const DRAWINGS = {
  brick: "M2 4.5h9.2v4.6H2zM12.8 4.5H22v4.6h-9.2zM2 10.6h5v4.6H2zM8.6 10.6h6.8v4.6H8.6zM17 10.6h5v4.6h-5zM2 16.7h9.2v4.6H2zM12.8 16.7H22v4.6h-9.2z",
  lumber: "M6.2 12.6h13.6a4 4 0 0 1 0 8H6.2a4 4 0 0 1 0-8zm.2 2.1a1.9 1.9 0 1 0 0 3.8 1.9 1.9 0 0 0 0-3.8zM9.7 3.6H20a4 4 0 0 1 0 8H9.7a4 4 0 0 1 0-8zm.2 2.1a1.9 1.9 0 1 0 0 3.8 1.9 1.9 0 0 0 0-3.8z",
  wool: "M7 16.6A4.2 4.2 0 0 1 5.9 8.4 4.6 4.6 0 0 1 13.7 6c.6-.5 1.3-.8 2.1-.8 1.2 0 2.3.7 2.8 1.7l3.2 1.3c.7.3 1 1.1.7 1.8l-.5 1.1-2.6.2c.2.5.3 1 .3 1.5 0 2-1.4 3.5-3.2 3.8v4.1h-2v-4H9.6v4h-2v-4.1z",
  grain: "M11.2 22V9h1.6v13zM12 1.5c1.7 1.5 1.9 3.6 0 5.7-1.9-2.1-1.7-4.2 0-5.7zM11 11.2C8 11.2 6.3 9.6 6 6.8c2.9.1 4.8 1.6 5 4.4zm2 0c3 0 4.7-1.6 5-4.4-2.9.1-4.8 1.6-5 4.4zM11 15.6C8 15.6 6.3 14 6 11.2c2.9.1 4.8 1.6 5 4.4zm2 0c3 0 4.7-1.6 5-4.4-2.9.1-4.8 1.6-5 4.4z",
  ore: "M2.6 15.2 7.2 6.6l3.4 5.8-2 7.8zM8.5 5.4 14 3l5.2 4.8-7 3.5zM20.3 9.3 21.6 16l-6.8 4.8h-4.3l1.9-7.9z",
  cloth: "M8.2 3 2.6 6.6l2.2 4.6L7 10v11.4h10V10l2.2 1.2 2.2-4.6L15.8 3c-.7 1.7-2 2.6-3.8 2.6S8.9 4.7 8.2 3z",
  coin: "M12 2.5a9.5 9.5 0 1 1 0 19 9.5 9.5 0 0 1 0-19zm0 2.3a7.2 7.2 0 1 0 0 14.4 7.2 7.2 0 0 0 0-14.4zm0 2.7 4.5 4.5-4.5 4.5L7.5 12z",
  paper: "M4.5 2.5h10l5 5v14h-15zM14 4.4v3.8h3.8zM7.5 11v1.7h9V11zm0 3.4v1.7h9v-1.7zm0 3.3v1.7h6v-1.7z",
  trade: "M3.6 3h16.8l1.8 6a2.6 2.6 0 0 1-4.9.9 3 3 0 0 1-5.3 0 3 3 0 0 1-5.3 0A2.6 2.6 0 0 1 1.8 9zM4 13.2h16V21h-4.2v-5h-4.6v5H4z",
  politics: "M5 2.8h3.2v2.5h2.2V2.8h3.2v2.5h2.2V2.8H19v6.4l-2 2v10.3h-3.3v-4.2a1.7 1.7 0 0 0-3.4 0v4.2H7V11.2l-2-2z",
  science: "M11.2 5.8C8.8 4.2 5.6 3.7 1.8 4v14.3c3.9-.2 7 .3 9.4 1.9zM12.8 5.8c2.4-1.6 5.6-2.1 9.4-1.8v14.3c-3.9-.2-7 .3-9.4 1.9z",
  ship: "M2 15.2h20c-.5 3.2-2 5.3-4.6 6.3H6.6C4 20.5 2.5 18.4 2 15.2zM11 2.5v11.2H3.4C7.4 11 9.9 7.3 11 2.5zM12.8 4c4 2.2 6.6 5.4 7.6 9.7h-7.6z",
  knight: "M12 2 20.5 4.8v6.7c0 5.2-3.5 8.8-8.5 10.6-5-1.8-8.5-5.4-8.5-10.6V4.8z",
  card: "M6.5 2h11A1.5 1.5 0 0 1 19 3.5v17a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 20.5v-17A1.5 1.5 0 0 1 6.5 2zm.7 2.2v15.6h9.6V4.2z",
  road: "M7.4 2.5h9.2l4.4 19H3zm3.9 1.8-.2 3.4h1.8l-.2-3.4zm-.4 5.4-.2 4.2h2.6l-.2-4.2zm-.4 6.2-.2 4.2h3.4l-.2-4.2z",
  settlement: "M12 3 21 10.8V21H3V10.8z",
  city: "M8 2.5 13.5 8v3H21v10.5H2.5V8z",
  wall: "M2 7h4v3h3.5V7h5v3H18V7h4v13H2z",
  star: "m12 1.8 3 6.7 7.2.7-5.4 4.9 1.5 7.1L12 17.6l-6.3 3.6 1.5-7.1-5.4-4.9L9 8.5z",
  metropolis: "M12 1.5 14 6c3.6 1 6 3.9 6.3 7.5H22v3h-2V22h-4.6v-3.6a3.4 3.4 0 0 0-6.8 0V22H4v-5.5H2v-3h1.7C4 9.9 6.4 7 10 6z",
  merchant: "M12 2.2a4.2 4.2 0 0 1 4 5.6h3.2v2H16a4.3 4.3 0 0 1-1.1 1.6c2.8 1.2 4.7 4 5.1 7.6l.4 2.8H3.6L4 19c.4-3.6 2.3-6.4 5.1-7.6A4.3 4.3 0 0 1 8 9.8H4.8v-2H8a4.2 4.2 0 0 1 4-5.6z",
  robber: "M12 2a4.6 4.6 0 0 1 2.9 8.2c2.6 1.5 4.2 5 4.5 9.3l.2 2.5H4.4l.2-2.5c.3-4.3 1.9-7.8 4.5-9.3A4.6 4.6 0 0 1 12 2zM8.8 5.6v1.9h6.4V5.6z",
};

/** Returns the path of a symbol in a box of 24 × 24.
 * @param {string} kind
 * @returns {string}
 */
export const drawing = (kind) => DRAWINGS[kind] ?? "";

/** Draws a symbol: a kind of card, a track, a piece, "ship", "card" or "star".
 * @param {{kind: string, label?: string}} props
 */
export const Symbol = ({ kind, label }) => html`<svg class=${`ck-sym ck-sym-${kind}`} viewBox="0 0 24 24" role=${label ? "img" : null} aria-label=${label} aria-hidden=${label ? null : "true"}><path fill-rule="evenodd" d=${DRAWINGS[kind]} /></svg>`;

/** Draws cards by kind, as symbols with numbers.
 * @param {{components: any, counts: Record<string, number>}} props
 */
export const Kinds = ({ components, counts }) => html`<span class="ck-kinds">${components.kinds.map(
  (/** @type {string} */ kind) => counts[kind] > 0 && html`<span key=${kind} class="ck-kind" title=${named(components, "kind", kind)}><b>${counts[kind]}</b><${Symbol} kind=${kind} label=${named(components, "kind", kind)} /></span>`,
)}</span>`;

/** Draws a short fact: a symbol and a value, with the full text as a tooltip.
 * @param {{kind: string, words: string, strong?: boolean, children?: any}} props
 */
export const Fact = ({ kind, words, strong = false, children }) => html`<span class=${`ck-fact${strong ? " ck-strong" : ""}`} title=${words}><${Symbol} kind=${kind} /><span aria-hidden="true">${children}</span><span class="unseen">${words}</span></span>`;
