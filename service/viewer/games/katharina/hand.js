/** A hand: the cards where they are known, else a pile with their number. */

import { html } from "../../dom.js";
import { t } from "../../words/words.js";
import { KaCard } from "./card.js";
import { Symbol } from "./symbols.js";

/** @param {{components: any, cards: string[], was: string[] | null, name: string, size?: "full" | "row" | "mini", picks?: import("./picks.js").Picks | null, scrolls?: boolean}} props */
export function KaHand({ components, cards, was, name, size = "full", picks = null, scrolls = false }) {
  const known = was ? new Set(was) : null;
  return html`<div class="ka-hand" role="group" tabindex=${scrolls ? 0 : null} aria-label=${t("katharina.board.hand_of", { name, n: cards.length })} style=${{ "--ka-cards": cards.length }}>
    ${cards.map((id) => html`<${KaCard} key=${id} components=${components} id=${id} size=${size} picks=${picks} fresh=${known !== null && !known.has(id)} />`)}
    ${cards.length === 0 && html`<p class="soft">${t("katharina.board.no_cards")}</p>`}
  </div>`;
}

/** The number of cards in a hand.
 * @param {{n: number, limit: number}} props
 */
export function HandChip({ n, limit }) {
  const words = t("katharina.board.hand_chip", { n, limit });
  return html`<span class="ka-chip" title=${words}><span class="unseen">${words}</span><span aria-hidden="true" class="ka-fact"><${Symbol} kind="card" />${n}<small>/${limit}</small></span></span>`;
}
