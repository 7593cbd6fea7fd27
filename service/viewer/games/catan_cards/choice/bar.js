/** The bar of what can be done: a button for each tool, with what it costs. */

import { html } from "../../../dom.js";
import { t } from "../../../words/words.js";
import { cardOf, cardText, sortOf } from "../box.js";
import { Kinds, Symbol } from "../symbols.js";
import { atOnce } from "./tools.js";
import { toolName } from "./says.js";

/** @typedef {import("./tools.js").Tool} Tool */

/** @type {Tool["group"][]} */
const GROUPS = ["build", "cards", "trade", "hand", "answer"];
/** @type {Record<string, string>} */
const SYMBOLS = { road: "road", settlement: "settlement", city: "city", bank: "gold", offer: "trade_advantage", roll: "event_card", draw: "card", search: "eye", exchange: "trade_advantage", artwork: "stars", fetch: "stars", "pay-star": "stars" };

/** @param {any} props */
export function Bar(props) {
  const { tools, numbered } = props;
  const groups = GROUPS.map((group) => ({ group, all: tools.filter((/** @type {Tool} */ one) => one.group === group && !atOnce(one)) })).filter(({ all }) => all.length);
  if (!groups.length) return null;
  return html`<div class=${`cc-bar ${numbered ? "cc-numbered" : ""}`}>
    ${groups.map(({ group, all }) => html`<div key=${group} class="cc-bar-group" role="group" aria-label=${t(`catan_cards.group.${group}`)}>${all.map((/** @type {Tool} */ one) => html`<${Button} key=${one.id} ...${props} one=${one} />`)}</div>`)}
  </div>`;
}

/** @param {any} props */
export function Button({ one, components, tool, sending, acts, view, seat }) {
  const { id, card, options } = one;
  const printed = card ? cardOf(components, card) : components.centre.find((/** @type {{id: string}} */ centre) => centre.id === id);
  const costs = printed && /^(build-|play-)/.test(options[0]?.t ?? "") ? printed : null;
  const symbol = card ? symbolOf(components, card) : SYMBOLS[id];
  const held = id.startsWith("card.") && (seat.hand?.includes(card) || view.display?.includes(card));
  const primary = id === "roll" || options[0]?.t === "end-actions" || options[0]?.t === "end-turn";
  return html`<button type="button" data-nth data-tool=${id} class=${`cc-tool${primary ? " primary" : ""}${card ? ` cc-sort-${sortOf(components, card)}` : ""}${held ? " cc-tool-held" : ""}`} aria-pressed=${atOnce(one) ? null : tool?.id === id} disabled=${sending} onClick=${() => acts.open(id)} aria-keyshortcuts=${id === "end" ? "N" : null} title=${card ? cardText(components, card) : null}>
    ${symbol && html`<${Symbol} kind=${symbol} />`}
    <span class="cc-tool-name">${toolName(one, components)}</span>
    ${costs && html`<span class="cc-tool-cost"><${Kinds} components=${components} counts=${costs.price} stars=${costs.stars ?? 0} /></span>`}
  </button>`;
}

/** The symbol of a card: what sort it is. @param {any} components @param {string} card */
const symbolOf = (components, card) => {
  const { subtype, kind } = cardOf(components, card);
  return subtype ?? (kind === "central_counter" ? "feeling" : kind === "road_complement" ? "road" : "card");
};
