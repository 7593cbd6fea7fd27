/** The action bar: a button for each tool, with its cost. */

import { html } from "../../../dom.js";
import { useWhy } from "../../../asking/why.js";
import { t } from "../../../words/words.js";
import { cardOf, cardText, countsInWords, sortOf } from "../box.js";
import { Kinds, Symbol } from "../symbols.js";
import { atOnce, lasting, refusedAs, searchPrice } from "./tools.js";
import { toolName } from "./says.js";

/** @typedef {import("./tools.js").Tool} Tool */

/** @type {Tool["group"][]} */
const GROUPS = ["build", "cards", "trade", "hand", "answer"];
/** @type {Record<string, string>} */
const SYMBOLS = { road: "road", settlement: "settlement", city: "city", bank: "gold", offer: "trade_advantage", roll: "die", draw: "card", search: "eye", exchange: "trade_advantage", artwork: "stars", fetch: "stars", "pay-star": "stars" };

/** @type {import("../../../words/words.js").WordFile} */
const REASONS = async (language) => (await import(`../words/${language}_off.js`)).default;

/** Returns the texts for the reasons why a tool is disabled. @param {any} components @returns {import("../../../asking/why.js").Wording} */
const wording = (components) => ({
  book: REASONS,
  keys: ({ kind, code, facts }) => [`catan_cards.off.${kind}.${code}`, ...(facts?.missing ? ["catan_cards.off.missing"] : []), `catan_cards.off.${code}`],
  counts: (missing) => countsInWords(components, missing),
});

/** @param {any} props */
export function Bar(props) {
  const { components, tools, numbered, building, why } = props;
  const { off, note } = useWhy(wording(components), why);
  const usual = lasting(building, props.prompt).map((one) => tools.find((/** @type {Tool} */ { id }) => id === one.id) ?? one);
  const others = tools.filter((/** @type {Tool} */ one) => !usual.includes(one));
  const all = building ? [...usual, ...others] : [...others, ...usual];
  const groups = GROUPS.map((group) => ({ group, all: all.filter((/** @type {Tool} */ one) => one.group === group) })).filter(({ all }) => all.length);
  if (!groups.length) return null;
  return html`<div class=${`cc-bar ${numbered ? "cc-numbered" : ""}`}>
    ${groups.map(({ group, all }) => html`<div key=${group} class="cc-bar-group" role="group" aria-label=${t(`catan_cards.group.${group}`)}>${all.map((/** @type {Tool} */ one) => html`<${Button} key=${one.id} ...${props} one=${one} off=${off} />`)}</div>`)}
    ${note}
  </div>`;
}

/** @param {any} props */
export function Button({ one, components, tool, sending, acts, seat, off, numbers, forms }) {
  const { id, card, options } = one;
  const printed = card ? cardOf(components, card) : components.centre.find((/** @type {{id: string}} */ centre) => centre.id === id);
  const costs = printed && (!options.length || /^(build-|play-)/.test(options[0].t)) ? printed : null;
  const symbol = card ? symbolOf(components, card) : SYMBOLS[id.split(".")[0]];
  const held = id.startsWith("card.") && seat.hand?.includes(card);
  const nth = numbers[id];
  const primary = id === "roll" || options[0]?.t === "end-actions" || options[0]?.t === "end-turn";
  return html`<button type="button" data-nth=${nth} data-tool=${id} class=${`cc-tool${primary ? " primary" : ""}${card ? ` cc-sort-${sortOf(components, card)}` : ""}${held ? " cc-tool-held" : ""}`} aria-pressed=${atOnce(one) ? null : tool?.id === id} disabled=${sending} onClick=${() => acts.open(id)} aria-keyshortcuts=${id === "end" ? "N" : nth ?? null} title=${card ? cardText(components, card) : null} ...${!options.length && !one.form && off ? off(refusedAs(id), toolName(one, components)) : {}}>
    ${symbol && html`<${Symbol} kind=${symbol} />`}
    <span class="cc-tool-name">${toolName(one, components)}</span>
    ${costs && html`<span class="cc-tool-cost"><${Kinds} components=${components} counts=${costs.price} stars=${costs.stars ?? 0} /></span>`}
    ${id === "search" && html`<span class="cc-tool-cost">${t("catan_cards.pay.any", { n: searchPrice(forms, components) })}</span>`}
  </button>`;
}

/** Returns the symbol for a card's sort. @param {any} components @param {string} card */
const symbolOf = (components, card) => {
  const { subtype, kind } = cardOf(components, card);
  return subtype ?? (kind === "central_counter" ? "feeling" : kind === "road_complement" ? "road" : "card");
};
