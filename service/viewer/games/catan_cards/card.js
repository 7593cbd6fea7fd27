/** A card: small on a site, and large in a hand. */

import { html, memo } from "../../dom.js";
import { t } from "../../words/words.js";
import { pickable } from "./choice/pick.js";
import { cardName, cardOf, cardText, named, priceInWords, sortOf, titleOf } from "./box.js";
import { Drawing, Effect, Kinds, Symbol } from "./symbols.js";

/** @typedef {import("./choice/pick.js").Place} Place */

const POINTS = /** @type {const} */ (["vp", "strength", "tournament", "commerce"]);

/** Draws the points on a card. @param {{components: any, id: string}} props */
const Points = ({ components, id }) => {
  const card = cardOf(components, id);
  return html`<span class="cc-points">${POINTS.filter((kind) => card[kind] > 0).map((kind) => html`<span key=${kind} class="cc-point" title=${named(components, "point", kind)}>${card[kind]}<${Symbol} kind=${kind} label=${named(components, "point", kind)} /></span>`)}</span>`;
};

/** Returns the number of letters in the longest word, which decides the size of a text on a card. @param {string} text */
const longest = (text) => Math.max(...text.split(/[\s-]/).map((word) => word.length), 5);

/** Returns a card as short text: its name, sort, price, points and effect.
 * @param {any} components
 * @param {string} id
 */
export function cardInWords(components, id) {
  const card = cardOf(components, id);
  const sort = [named(components, "card_kind", card.kind), card.subtype ? named(components, "subtype", card.subtype) : ""].filter(Boolean).join(", ");
  const points = POINTS.filter((kind) => card[kind] > 0).map((kind) => `${card[kind]} ${named(components, "point", kind)}`).join(", ");
  return `${cardName(components, id)} (${[sort, priceInWords(components, card), points].filter(Boolean).join("; ")}): ${cardText(components, id)}`;
}

/** Draws a card on a site, in the display, or on a pile; `shown` at the place that the player has chosen for it.
 * @type {(props: {components: any, id: string, used?: boolean, place?: Place | null, flat?: boolean, shown?: boolean}) => any}
 */
export const MiniCard = memo((/** @type {{components: any, id: string, used?: boolean, place?: Place | null, flat?: boolean, shown?: boolean}} */ { components, id, used = false, place = null, flat = false, shown = false }) => {
  const words = `${cardInWords(components, id)}${used ? ` (${t("catan_cards.board.used")})` : ""}`;
  const name = cardName(components, id);
  return html`<div class=${`cc-mini cc-sort-${sortOf(components, id)}${used ? " cc-used" : ""}${flat ? " cc-flat" : ""}${shown ? " cc-shown" : ""}`} style=${{ "--long": longest(name) }} data-card=${id} data-at=${shown ? null : `card-${id}`} title=${words} ...${place ? { ...pickable(place), "aria-label": null } : {}}>
    ${place && html`<span class="unseen">${place.label}. </span>`}
    <${Drawing} of=${titleOf(id)} />
    <span class="cc-mini-name">${name}</span><span class="unseen">${words.slice(name.length)}</span>
    ${!flat && html`<${Points} components=${components} id=${id} />`}
  </div>`;
});

/** Draws a card in a hand with its cost and its effect; it is a button if it can be picked.
 * @param {{components: any, id: string, place?: Place | null, fresh?: boolean, nth?: number | null}} props `nth` is the number key that picks it
 */
export function HeldCard({ components, id, place = null, fresh = false, nth = null }) {
  const card = cardOf(components, id);
  const title = cardName(components, id);
  const face = html`<b class="cc-card-name" style=${{ "--long": longest(title) }}>${title}</b>
    <span class="cc-card-art"><${Drawing} of=${titleOf(id)} /><span class="cc-card-figures">${(card.stars > 0 || Object.keys(card.price).length > 0) && html`<span class="cc-card-price"><${Kinds} components=${components} counts=${card.price} stars=${card.stars} /></span>`}<${Points} components=${components} id=${id} />${card.kind === "action" && html`<small>${named(components, "subtype", card.subtype ?? "")}</small>`}</span></span>
    <${Effect} id=${id} />`;
  const words = cardInWords(components, id);
  const name = `cc-card cc-sort-${sortOf(components, id)}${fresh ? " cc-fresh" : ""}`;
  return place ? html`<button type="button" class=${name} data-card=${id} data-nth=${nth} data-at=${`card-${id}`} title=${words} ...${{ ...pickable(place), role: null, "aria-label": null }}><span class="unseen">${place.label}: </span>${face}</button>` : html`<div class=${name} data-card=${id} data-at=${`card-${id}`} title=${words}>${face}</div>`;
}
