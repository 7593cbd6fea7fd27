/** A hand with known cards. */

import { html, useLayoutEffect, useRef } from "../../dom.js";
import { t } from "../../words/words.js";
import { KaCard } from "./card.js";

/** @param {{components: any, cards: string[], was: string[] | null, name: string, size?: "full" | "row" | "mini", picks?: import("./pickable.js").Picks | null, scrolls?: boolean}} props */
export function KaHand({ components, cards, was, name, size = "full", picks = null, scrolls = false }) {
  const known = was ? new Set(was) : null;
  const row = useRef(/** @type {HTMLElement | null} */ (null));
  const dealt = known !== null && !cards.some((id) => known.has(id));
  useLayoutEffect(() => {
    if (dealt) row.current?.scrollTo({ left: 0, behavior: "instant" });
  }, [dealt]);
  return html`<div class="ka-hand more-across" ref=${row} data-hand role="group" tabindex=${scrolls ? 0 : null} aria-label=${t("katharina.board.hand_of", { name, n: cards.length })} style=${{ "--ka-cards": cards.length }}>
    ${cards.map((id) => html`<${KaCard} key=${id} components=${components} id=${id} size=${size} picks=${picks} fresh=${known !== null && !known.has(id) ? "ka-fresh" : null} />`)}
    ${cards.length === 0 && html`<p class="soft">${t("katharina.board.no_cards")}</p>`}
  </div>`;
}
