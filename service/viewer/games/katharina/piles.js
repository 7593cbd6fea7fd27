/** The stock, the discard that everybody may look through, and the joker tiles. */

import { html, memo, useRef } from "../../dom.js";
import { t } from "../../words/words.js";
import { KaCard } from "./card.js";
import { cardOf, named } from "./box.js";
import { Symbol } from "./symbols.js";

/** @param {{components: any, view: any}} props */
export const KaPiles = ({ components, view }) => html`<${Piles} components=${components} stock=${view.stock} discard=${view.discard} jokers=${view.jokers} />`;

const Piles = memo((/** @type {{components: any, stock: number, discard: Record<string, boolean>, jokers: number}} */ { components, stock, discard, jokers }) => {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const cards = Object.keys(discard);
  return html`<div class="ka-piles">
    <span class="ka-pile ka-stock"><b>${stock}</b><span>${t("katharina.board.stock")}</span></span>
    <button type="button" class="ka-pile" aria-haspopup="dialog" onClick=${() => dialog.current?.showModal()}><b>${cards.length}</b><span>${t("katharina.board.discard")}</span></button>
    ${jokers > 0 && html`<span class="ka-pile"><b><${Symbol} kind="joker" />${jokers}</b><span>${t("katharina.board.jokers")}</span></span>`}
    <dialog ref=${dialog} class="ka-discard" aria-label=${t("katharina.board.discard")} onClick=${(/** @type {MouseEvent} */ event) => event.target === dialog.current && dialog.current?.close()}>
      <form method="dialog"><h2>${t("katharina.board.discard_with", { n: cards.length })}</h2><button>${t("katharina.board.close")}</button></form>
      ${components.colours.map((/** @type {string} */ colour) => html`<${Pile} components=${components} colour=${colour} cards=${cards.filter((id) => cardOf(components, id).colour === colour).sort()} />`)}
    </dialog>
  </div>`;
});

/** @param {{components: any, colour: string, cards: string[]}} props */
function Pile({ components, colour, cards }) {
  if (!cards.length) return null;
  return html`<section><h3>${named(components, "colour", colour)}</h3><div class="ka-minis">${cards.map((id) => html`<${KaCard} key=${id} components=${components} id=${id} size="mini" />`)}</div></section>`;
}
