/** The player's hand: resources and commodities, and the progress cards with their texts. */

import { html, memo } from "../../dom.js";
import { t } from "../../words/words.js";
import { cardOf, countsInWords, named } from "./box.js";
import { Symbol } from "./symbols.js";

/** @type {(props: {components: any, hand: Record<string, number>, was: Record<string, number> | null, n: number, limit: number, seat: number, name: string, give: {act(kind: string): void, word: string} | null, language: string}) => any} `give` offers or discards a card of a kind; `word` is the key of its name */
export const Hand = memo((/** @type {{components: any, hand: Record<string, number>, was: Record<string, number> | null, n: number, limit: number, seat: number, name: string, give: {act(kind: string): void, word: string} | null}} */ { components, hand, was, n, limit, seat, name, give }) => html`<section class="ck-hand" aria-label=${t("cities_knights.board.hand_of", { name, cards: countsInWords(components, hand), n })}>
  <h2>${t("cities_knights.board.hand")} <span class=${n > limit ? "ck-over-limit" : "soft"}>${n}/${limit}</span></h2>
  <div class="ck-pile-row" aria-hidden=${give ? null : "true"}>${components.kinds.map((/** @type {string} */ kind, /** @type {number} */ i) => {
    const count = hand[kind] ?? 0;
    const more = was ? count - (was[kind] ?? 0) : 0;
    const offers = give !== null && count > 0 ? { onClick: () => give.act(kind), "aria-label": t(give.word, { kind: named(components, "kind", kind) }) } : null;
    return html`<${offers ? "button" : "span"} key=${kind} type=${offers && "button"} ...${offers ?? {}} data-at=${`hand-${seat}-${kind}`} class=${`ck-pile ck-kind-${kind}${count ? "" : " ck-none"}${i === 5 ? " ck-first-commodity" : ""}`} data-depth=${Math.min(count, 4)} title=${offers?.["aria-label"] ?? `${count} ${named(components, "kind", kind)}`}>
      <${Symbol} kind=${kind} /><span class="ck-pile-name">${named(components, "kind", kind)}</span><b>${count}</b>${more !== 0 && html`<span key=${more} class="ck-gain">${more > 0 ? "+" : "−"}${Math.abs(more)}</span>`}
    <//>`;
  })}</div>
</section>`);

/** Draws the player's progress cards.
 * @type {(props: {components: any, cards: string[], was: string[] | null, limit: number, pick: Map<string, any>, language: string}) => any}
 */
export const Progress = ({ components, cards, was, limit, pick }) => html`<section class="ck-progress" aria-label=${t("cities_knights.board.progress")}>
  <h2>${t("cities_knights.board.progress")} <span class=${cards.length > limit ? "ck-over-limit" : "soft"}>${cards.length}/${limit}</span></h2>
  <div class="ck-cards">${cards.map((id) => html`<${ProgressCard} key=${id} components=${components} id=${id} place=${pick.get(id) ?? null} fresh=${was !== null && !was.includes(id)} />`)}</div>
</section>`;

/** Draws a progress card with its text; it is a button if it can be picked.
 * @param {{components: any, id: string, place?: any, fresh?: boolean}} props `place` has the attributes of the button
 */
function ProgressCard({ components, id, place = null, fresh = false }) {
  const card = cardOf(components, id);
  const deck = named(components, "track", card.deck);
  const face = html`<span class="ck-card-head"><${Symbol} kind=${card.deck} label=${deck} /><b>${named(components, "card", card.id)}</b></span><span class="ck-card-text">${named(components, "card_texts", card.id)}</span>`;
  const name = `ck-card ck-track-${card.deck}${fresh ? " ck-fresh" : ""}`;
  const at = `card-${id}`;
  return place ? html`<button type="button" class=${name} data-at=${at} ...${place}>${face}</button>` : html`<div class=${name} data-at=${at}>${face}</div>`;
}
