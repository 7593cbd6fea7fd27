/** Samples for the style page: the printed components, at every size in which they are drawn. */

import { html } from "../../dom.js";
import { KaCard } from "./card.js";
import { Legend } from "./legend.js";

const SIZES = /** @type {const} */ (["full", "row", "mini"]);
/** The number of cards shown, spread evenly over all; the legend has one of every action. */
const SHOWN = 24;

/** @param {{components: any}} props */
export function Specimens({ components }) {
  const step = Math.max(1, Math.floor(components.cards.length / SHOWN));
  const cards = components.cards.filter((/** @type {any} */ _, /** @type {number} */ i) => i % step === 0);
  return html`${SIZES.map((size) => html`<div key=${size} class="specimens-cards">${cards.map((/** @type {{id: string}} */ { id }) => html`<${KaCard} key=${id} components=${components} id=${id} size=${size} />`)}</div>`)}
    <${Legend} components=${components} />`;
}
