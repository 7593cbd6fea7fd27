/** A project card in four sizes: full in the hand, row in a display, low on an activation place, mini in lists. */

import { html, memo } from "../../dom.js";
import { language } from "../../words/words.js";
import { cardOf, letter, named, region } from "./box.js";
import { bonus, cardTexts, effect } from "./effects.js";
import { droppable, pickable } from "./pickable.js";
import { Points, Several, Symbol } from "./symbols.js";

/**
 * @typedef {import("./pickable.js").Pick} Pick
 * @typedef {import("./pickable.js").Picks} Picks
 * @typedef {import("./effects.js").Glyph} Glyph
 */

/** Returns the printed content of a card in the reader's language; cached after the first call.
 * @param {any} components
 * @param {string} id
 */
function printed(components, id) {
  const spoken = language();
  if (kept.components !== components || kept.spoken !== spoken) kept = { components, spoken, cards: new Map() };
  let print = kept.cards.get(id);
  if (!print) {
    const card = cardOf(components, id);
    const texts = cardTexts(id, components);
    print = { card, texts, words: said(components, card, texts), region: region(components, card.colour), letter: letter(components, card.colour), more: bonus(card), does: effect(card, components) };
    kept.cards.set(id, print);
  }
  return print;
}

/** @typedef {{card: any, texts: import("./effects.js").CardTexts, words: string, region: number, letter: string, more: ReturnType<typeof bonus>, does: import("./effects.js").Effect}} Print */
/** @type {{components: any, spoken: string, cards: Map<string, Print>}} */
let kept = { components: null, spoken: "", cards: new Map() };

/** @param {any} components @param {any} card @param {import("./effects.js").CardTexts} texts */
function said(components, card, texts) {
  const symbols = Object.entries(card.symbols).map(([kind, n]) => `${n} ${named(components, "symbol", kind)}`);
  return [`${texts.name} (${named(components, "colour", card.colour)})`, symbols.join(", "), texts.long, texts.bonus].filter(Boolean).join(". ").replaceAll("..", ".");
}

/** Returns the whole content of a card as text.
 * @param {any} components
 * @param {string} id
 * @returns {string}
 */
export const cardInWords = (components, id) => printed(components, id).words;

/** Draws a card; with a pick it is a button.
 * `fresh` is the class of a card that has just come.
 * @type {(props: {components: any, id: string, size?: "full" | "row" | "low" | "mini", picks?: Picks | null, fresh?: string | null, label?: string}) => any}
 */
export const KaCard = memo(({ components, id, size = "row", picks = null, fresh = null, label }) => {
  const { words, region } = printed(components, id);
  const pick = picks?.cards[id] ?? null;
  const face = html`<${Face} components=${components} id=${id} size=${size} />`;
  const shape = `ka-card ka-card-${size} ka-region-${region}${fresh ? ` ${fresh}` : ""}`;
  if (!pick || !picks) return html`<div class=${shape} data-at=${`card-${id}`} role="img" aria-label=${label ? `${label}: ${words}` : words} title=${words}>${face}</div>`;
  return html`<button type="button" class=${shape} title=${words} data-card=${id} data-at=${`card-${id}`} ...${pickable(pick, () => picks.onCard(id))} aria-label=${null} ...${droppable(id, picks.onDrop)}>
    <span class="unseen">${pick.label}</span>
    <span class="ka-face" aria-hidden="true">${face}</span>
    ${pick.state.startsWith("chosen") && html`<span class="ka-mark" aria-hidden="true">${pick.mark ?? "✓"}</span>`}
    ${pick.key && html`<kbd class="ka-key" aria-hidden="true">${pick.key}</kbd>`}
  </button>`;
});

const Face = memo((/** @type {{components: any, id: string, size: string}} */ { components, id, size }) => {
  const print = printed(components, id);
  const { card, texts, more, does } = print;
  const cities = card.cities?.length > 0;
  if (size === "low") return html`<${Band} print=${print} />`;
  if (size === "mini") return html`<${Band} print=${print} /><span class="ka-mini-name">${texts.name}</span>`;
  return html`
    <${Band} print=${print} />
    ${!(size === "row" && cities) && html`<span class="ka-name">${texts.name}</span>`}
    ${cities ? html`<${Cities} components=${components} cities=${card.cities} />` : html`<${Effect} does=${does} letter=${print.letter} />`}
    ${size === "full" && !cities && html`<span class="ka-says">${texts.short}</span>`}
    ${more ? html`<${Bonus} more=${more} letter=${print.letter} />` : html`<span class="ka-bonus ka-none"></span>`}
  `;
});

/** @param {{print: Print}} props */
function Band({ print: { card, letter } }) {
  const symbols = Object.entries(card.symbols);
  return html`<span class="ka-band"><span class="ka-letter">${letter}</span>
    <span class="ka-tops">${symbols.map(([kind, n]) => html`<${Several} kind=${kind} n=${n} />`)}${!symbols.length && html`<${Symbol} kind="house" />`}</span>
  </span>`;
}

/** @param {{components: any, cities: string[]}} props */
function Cities({ components, cities }) {
  return html`<span class="ka-cities">
    ${cities.map((id) => {
      const city = components.cities.find((/** @type {any} */ one) => one.id === id);
      return html`<span class="ka-to"><${Symbol} kind=${city.feature} /><span>${named(components, "city", id)}</span></span>`;
    })}
  </span>`;
}

/** @param {{does: import("./effects.js").Effect, letter: string}} props */
function Effect({ does, letter }) {
  return html`<span class="ka-effect">
    ${does.pay > 0 && html`<${Pay} n=${does.pay} /><${Arrow} />`}
    ${does.per.length > 0 && html`<span class="ka-per" data-n=${does.per.length}>${does.per.map(({ kind }) => html`<${Symbol} kind=${kind} />`)}</span><${Arrow} />`}
    ${does.gain.map((glyph) => html`<${Gain} glyph=${glyph} />`)}
    ${does.gain[0]?.kind === "house" && html`<span class="ka-letter">${letter}</span>`}
  </span>`;
}

/** @param {{more: NonNullable<ReturnType<typeof bonus>>, letter: string}} props */
function Bonus({ more, letter }) {
  return html`<span class=${more.per ? "ka-bonus ka-tight" : "ka-bonus"}>
    ${more.pay > 0 && html`<${Pay} n=${more.pay} />`}
    ${more.same && html`<span class="ka-same"><i /><i /><i /></span>`}
    ${more.needs.length > 0 && html`<span class="ka-needs">${more.needs.map(({ kind, n }) => html`<${Several} kind=${kind} n=${n} />`)}</span>`}
    <${Arrow} />
    ${more.gain.map((glyph) => html`<${Gain} glyph=${glyph} />`)}
    ${more.per && html`<span class="ka-each">/</span><${Symbol} kind=${more.per} /><span class="ka-letter">${letter}</span>`}
  </span>`;
}

const Arrow = () => html`<svg class="ka-arrow" viewBox="0 0 10 12" aria-hidden="true"><path d="M1 1.5 9 6l-8 4.5z" /></svg>`;

/** @param {{n: number}} props */
const Pay = ({ n }) => html`<span class="ka-pay">−${n}<${Symbol} kind="card" /></span>`;

/** @param {{glyph: Glyph}} props */
function Gain({ glyph: { kind, n } }) {
  if (kind === "points") return html`<${Points} n=${n} />`;
  return html`<span class="ka-gain">${n > 1 && html`<span class="ka-times">${n}</span>`}<${Symbol} kind=${kind} /></span>`;
}
