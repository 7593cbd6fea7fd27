/** Samples for the style page: every card as it looks in a hand and on a site. */

import { html } from "../../dom.js";
import { HeldCard, MiniCard } from "./card.js";
import { Legend } from "./legend.js";

/** @param {{components: any}} props */
export function Specimens({ components }) {
  return html`<div class="cc-cards">${components.cards.map((/** @type {{id: string}} */ { id }) => html`<${HeldCard} key=${id} components=${components} id=${id} />`)}</div>
    <div class="specimens-cards">${components.cards.map((/** @type {{id: string}} */ { id }) => html`<${MiniCard} key=${id} components=${components} id=${id} />`)}</div>
    <${Legend} components=${components} />`;
}
