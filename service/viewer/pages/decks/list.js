/** The deck list being built: its cards, sizes, problems and statistics. */

import { html, useState } from "../../dom.js";
import { ErrorNotice } from "../../ui/error_notice.js";
import { t } from "../../words/words.js";
import { countOf, countCards } from "./deck_draft.js";
import { DRAGGED } from "./pool.js";

/**
 * @typedef {import("../../types.d.ts").DeckBox} DeckBox
 * @typedef {import("../../types.d.ts").DeckCard} DeckCard
 * @typedef {import("../../types.d.ts").DeckChecked} DeckChecked
 * @typedef {import("./deck_draft.js").DeckDraft} Made
 */

/** @param {{box: DeckBox, made: Made, judged: {found: DeckChecked | null, trouble: unknown}, onChange: (card: DeckCard, by: number) => void, onName: (name: string) => void}} props */
export function List({ box, made, judged, onChange, onName }) {
  const [over, setOver] = useState(false);
  const chosen = box.cards.filter((card) => countOf(made, card) > 0);
  const drop = (/** @type {any} */ event) => {
    event.preventDefault();
    setOver(false);
    const [section, id] = event.dataTransfer.getData(DRAGGED).split(" ");
    const card = box.cards.find((one) => one.section === section && one.id === id);
    if (card) onChange(card, 1);
  };
  const onDragOver = (/** @type {any} */ event) => {
    if (!event.dataTransfer.types.includes(DRAGGED)) return;
    event.preventDefault();
    setOver(true);
  };
  return html`<section class=${`decks-list panel ${over ? "over" : ""}`} aria-labelledby="decks-list" onDragOver=${onDragOver} onDragLeave=${() => setOver(false)} onDrop=${drop}>
    <h2 id="decks-list">${t("decks.list")}</h2>
    <label class="decks-name">${t("decks.name")} <input type="text" maxlength="40" value=${made.name} onInput=${(/** @type {any} */ event) => onName(event.target.value)} /></label>
    <p class="decks-totals" role="status">
      <${Counter} count=${countCards(made.cards)} size=${box.sizes.cards} label=${t("decks.cards")} />
      <${Counter} count=${countCards(made.events)} size=${box.sizes.events} label=${t("decks.events")} />
    </p>
    <${CheckResult} ...${judged} />
    ${chosen.length === 0
      ? html`<p class="soft">${t("decks.empty")}</p>`
      : html`<ul class="decks-chosen">${chosen.map((card) => html`<li key=${`${card.section} ${card.id}`} class=${card.section}>
          <span class="decks-number">${countOf(made, card)}</span><span class="decks-title">${card.name}</span>
          <button type="button" aria-label=${t("decks.take", { name: card.name })} onClick=${() => onChange(card, -1)}>−</button>
          <button type="button" disabled=${countOf(made, card) === card.most} aria-label=${t("decks.add", { name: card.name })} onClick=${() => onChange(card, 1)}>+</button>
        </li>`)}</ul>`}
    <${Statistics} box=${box} made=${made} />
  </section>`;
}

/** @param {{count: number, size: number, label: string}} props */
function Counter({ count, size, label }) {
  return html`<span class=${count === size ? "full" : count > size ? "over" : ""}><b>${count}</b> / ${size} ${label}</span>`;
}

/** @param {{found: DeckChecked | null, trouble: unknown}} props */
function CheckResult({ found, trouble }) {
  if (trouble) return html`<${ErrorNotice} error=${trouble} />`;
  return html`<div class="decks-judged" aria-live="polite" aria-busy=${found === null}>
    ${found === null && html`<p class="soft">${t("decks.checking")}</p>`}
    ${found?.problems.length === 0 && html`<p class="decks-legal">${t("decks.legal")}</p>`}
    ${found && found.problems.length > 0 && html`<h3>${t("decks.faults")}</h3><ul>${found.problems.map((one, at) => html`<li key=${at}>${one.sentence} <span class="soft">${one.rule}</span></li>`)}</ul>`}
    ${found && found.advice.length > 0 && html`<h3>${t("decks.advice")}</h3><ul>${found.advice.map((one, at) => html`<li key=${at}>${one.sentence} <span class="soft">${one.rule}</span></li>`)}</ul>`}
  </div>`;
}

/** Statistics of a list: number of cards by cost and by kind, and its points.
 * @param {{box: DeckBox, made: Made}} props
 */
function Statistics({ box, made }) {
  const cards = box.cards.filter((card) => card.section === "cards" && countOf(made, card) > 0);
  if (cards.length === 0) return null;
  const built = cards.filter((card) => card.kind !== "action");
  const costs = [0, 1, 2, 3, 4, 5, 6, 7].map((cost) => built.reduce((sum, card) => sum + (Math.min(7, card.cost) === cost ? countOf(made, card) : 0), 0));
  const kinds = box.kinds.map((kind) => ({ ...kind, count: cards.reduce((sum, card) => sum + (card.kind === kind.id ? countOf(made, card) : 0), 0) })).filter((kind) => kind.count > 0);
  /** @type {Map<string, {name: string, count: number}>} */
  const points = new Map();
  for (const card of cards) for (const { kind, name, count } of card.points) points.set(kind, { name, count: (points.get(kind)?.count ?? 0) + count * countOf(made, card) });
  return html`<div class="decks-made">
    <h3>${t("decks.costs")}</h3>
    <${Curve} counts=${costs} />
    <h3>${t("decks.kinds")}</h3>
    <ul>${kinds.map((kind) => html`<li key=${kind.id}><b>${kind.count}</b> ${kind.name}</li>`)}</ul>
    ${points.size > 0 && html`<h3>${t("decks.points")}</h3><ul>${[...points].map(([id, { name, count }]) => html`<li key=${id}><b>${count}</b> ${name}</li>`)}</ul>`}
  </div>`;
}

/** @param {{counts: number[]}} props */
function Curve({ counts }) {
  const most = Math.max(1, ...counts);
  const said = counts.map((count, cost) => t("decks.costs.of", { count, cost: cost === 7 ? "7+" : cost })).join(", ");
  return html`<svg class="decks-curve" viewBox="0 0 160 60" role="img" aria-label=${said}>
    ${counts.map((count, cost) => html`<g key=${cost}><rect x=${cost * 20 + 3} y=${46 - (36 * count) / most} width="14" height=${(36 * count) / most} />
      ${count > 0 && html`<text x=${cost * 20 + 10} y=${44 - (36 * count) / most}>${count}</text>`}<text x=${cost * 20 + 10} y="57">${cost === 7 ? "7+" : cost}</text></g>`)}
  </svg>`;
}
