/** A project card, in three sizes: full in the hand, row in a display, mini in lists. */

import { html, memo } from "../../dom.js";
import { cardOf, cardTexts, named } from "./effects.js";
import { bonus, effect } from "./glyphs.js";
import { draggable, pickable } from "./picks.js";
import { letter, region } from "./regions.js";
import { Points, Several, Symbol } from "./symbols.js";

/**
 * @typedef {import("./picks.js").Pick} Pick
 * @typedef {import("./picks.js").Picks} Picks
 * @typedef {import("./glyphs.js").Glyph} Glyph
 */

/** Everything a card says, in words.
 * @param {any} components
 * @param {string} id
 * @returns {string}
 */
export function cardInWords(components, id) {
  const card = cardOf(components, id);
  const texts = cardTexts(id, components);
  const symbols = Object.entries(card.symbols).map(([kind, n]) => `${n} ${named(components, "symbol", kind)}`);
  return [`${texts.name} (${named(components, "colour", card.colour)})`, symbols.join(", "), texts.long, texts.bonus].filter(Boolean).join(". ").replaceAll("..", ".");
}

/** A card; with a pick it is a button.
 * @param {{components: any, id: string, size?: "full" | "row" | "mini", picks?: Picks | null, fresh?: boolean, label?: string}} props
 */
export function KaCard({ components, id, size = "row", picks = null, fresh = false, label }) {
  const pick = picks?.cards[id] ?? null;
  const face = html`<${Face} components=${components} id=${id} size=${size} />`;
  const card = cardOf(components, id);
  const shape = `ka-card ka-card-${size} ka-region-${region(components, card.colour)}${fresh ? " ka-fresh" : ""}`;
  const words = cardInWords(components, id);
  if (!pick || !picks) return html`<div class=${shape} role="img" aria-label=${label ? `${label}: ${words}` : words} title=${words}>${face}</div>`;
  return html`<button type="button" class=${shape} title=${words} data-card=${id} ...${pickable(pick, () => picks.onCard(id))} ...${draggable(id, picks.onDrop)}>
    ${face}
    ${pick.state.startsWith("chosen") && html`<span class="ka-mark" aria-hidden="true">${pick.mark ?? "✓"}</span>`}
    ${pick.key && html`<kbd class="ka-key" aria-hidden="true">${pick.key}</kbd>`}
  </button>`;
}

const Face = memo((/** @type {{components: any, id: string, size: string}} */ { components, id, size }) => {
  const card = cardOf(components, id);
  const texts = cardTexts(id, components);
  const more = bonus(card);
  const does = effect(card, components);
  if (size === "mini") return html`<${Band} components=${components} card=${card} /><span class="ka-mini-name">${texts.name}</span>`;
  return html`
    <span class="ka-band-row"><${Band} components=${components} card=${card} /></span>
    ${!(size === "row" && card.cities?.length) && html`<span class="ka-name">${texts.name}</span>`}
    ${card.cities?.length ? html`<${Cities} components=${components} cities=${card.cities} />` : html`<${Effect} does=${does} letter=${letter(components, card.colour)} />`}
    ${size === "full" && !card.cities?.length && html`<span class="ka-says">${texts.short}</span>`}
    ${more ? html`<${Bonus} more=${more} letter=${letter(components, card.colour)} />` : html`<span class="ka-bonus ka-none"></span>`}
  `;
});

/** @param {{components: any, card: any}} props */
function Band({ components, card }) {
  const symbols = Object.entries(card.symbols);
  return html`<span class="ka-band"><span class="ka-letter">${letter(components, card.colour)}</span>
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

/** @param {{does: import("./glyphs.js").Effect, letter: string}} props */
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
