/** The card pool: all cards of the game, with filters. Cards are added and removed by click, key or drag. */

import { html, memo, useMemo, useState } from "../../dom.js";
import { t } from "../../words/words.js";
import { countOf, filterCards } from "./deck_draft.js";

/**
 * @typedef {import("../../types.d.ts").DeckBox} DeckBox
 * @typedef {import("../../types.d.ts").DeckCard} DeckCard
 * @typedef {import("../../types.d.ts").DeckAmount} Amount
 * @typedef {import("./deck_draft.js").DeckDraft} Made
 * @typedef {(card: DeckCard, by: number) => void} Change
 */

const EVERYTHING = { text: "", kind: "", set: "", cost: "", points: "" };
const COSTS = ["0", "1", "2", "3", "4", "5"];
/** The data type of a dragged card. */
export const DRAGGED = "text/x-chronik-card";

/** @param {{box: DeckBox, made: Made, onChange: Change}} props */
export function Pool({ box, made, onChange }) {
  const [filter, setFilter] = useState(EVERYTHING);
  const shown = useMemo(() => new Set(filterCards(box, filter)), [box, filter]);
  const points = useMemo(() => [...new Map(box.cards.flatMap((card) => card.points.map((one) => /** @type {[string, string]} */ ([one.kind, one.name]))))], [box]);
  /** @param {keyof typeof EVERYTHING} part */
  const set = (part) => (/** @type {any} */ event) => setFilter({ ...filter, [part]: event.target.value });
  return html`<section class="decks-pool" aria-labelledby="decks-pool">
    <h2 id="decks-pool">${t("decks.pool")}</h2>
    <search class="decks-filters">
      <label>${t("decks.filter.text")} <input type="search" value=${filter.text} onInput=${set("text")} /></label>
      <${Choice} label=${t("decks.filter.kind")} value=${filter.kind} onChange=${set("kind")}
        choices=${[...box.kinds.map((one) => [one.id, one.name]), ["event", t("decks.events")]]} />
      <${Choice} label=${t("decks.filter.set")} value=${filter.set} choices=${box.sets.map((one) => [one.id, one.name])} onChange=${set("set")} />
      <${Choice} label=${t("decks.filter.cost")} value=${filter.cost} choices=${COSTS.map((one) => [one, one === "5" ? t("decks.filter.cost.more", { cost: one }) : one])} onChange=${set("cost")} />
      <${Choice} label=${t("decks.points")} value=${filter.points} choices=${points} onChange=${set("points")} />
    </search>
    <p class="soft" role="status">${t("decks.shown", { count: shown.size })}</p>
    <ul class="decks-cards">${box.cards.map((card) => html`<${Card} key=${`${card.section} ${card.id}`} card=${card} count=${countOf(made, card)} away=${!shown.has(card)}
      onChange=${onChange} />`)}</ul>
  </section>`;
}

/** @param {{label: string, value: string, choices: [string, string][], onChange: (event: any) => void}} props */
function Choice({ label, value, choices, onChange }) {
  return html`<label>${label} <select onChange=${onChange}>
    <option value="" selected=${value === ""}>${t("decks.filter.all")}</option>
    ${choices.map(([id, name]) => html`<option key=${id} value=${id} selected=${id === value}>${name}</option>`)}
  </select></label>`;
}

const Card = memo(
  // all cards stay on the page, because hiding one is faster than redrawing it
  (/** @type {{card: DeckCard, count: number, away: boolean, onChange: Change}} */ { card, count, away, onChange }) => html`<li class=${`decks-card ${card.kind} ${count ? "in" : ""}`} hidden=${away} draggable=${count < card.most}
      onDragStart=${(/** @type {any} */ event) => event.dataTransfer.setData(DRAGGED, `${card.section} ${card.id}`)}>
    <h3>${card.name}</h3>
    <p class="decks-line"><${Price} card=${card} /><${Points} card=${card} />${card.also && html`<span class="decks-also">${card.also}</span>`}</p>
    <p class="decks-text">${card.text}</p>
    <div class="decks-count">
      <button type="button" disabled=${count === 0} aria-label=${t("decks.take", { name: card.name })} onClick=${() => onChange(card, -1)}>−</button>
      <span aria-label=${t("decks.count", { count, most: card.most })}>${count}<span aria-hidden="true"> / ${card.most}</span></span>
      <button type="button" disabled=${count === card.most} aria-label=${t("decks.add", { name: card.name })} onClick=${() => onChange(card, 1)}>+</button>
    </div>
  </li>`,
);

/** @param {{card: DeckCard}} props */
function Price({ card }) {
  if (card.section === "events" || (card.price.length === 0 && card.kind === "action")) return null;
  if (card.price.length === 0) return html`<span>${t("decks.free")}</span>`;
  return html`<span class="decks-price">${formatAmounts(card.price)}</span>`;
}

/** @param {{card: DeckCard}} props */
function Points({ card }) {
  return card.points.length > 0 && html`<span class="decks-points">${card.points.map((/** @type {Amount} */ { name, count }) => `${name}: ${count}`).join(" · ")}</span>`;
}

/** @param {Amount[]} amounts */
const formatAmounts = (amounts) => amounts.map(({ name, count }) => `${count} ${name}`).join(" · ");
