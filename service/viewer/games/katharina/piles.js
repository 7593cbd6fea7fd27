/** The stock, the public discard pile, the joker tiles, and the legend of the symbols. */

import { Dialog } from "../../ui/dialog.js";
import { lazy } from "../../ui/lazy.js";
import { html, memo, useState } from "../../dom.js";
import { t } from "../../words/words.js";
import { cardOf, named } from "./box.js";
import { KaCard } from "./card.js";
import { Symbol } from "./symbols.js";

const Legend = lazy(() => import("./legend.js").then((module) => module.Legend));

/** @param {{components: any, view: any}} props */
export const KaPiles = ({ components, view }) => html`<${Piles} components=${components} stock=${view.stock} discard=${view.discard} jokers=${view.jokers} />`;

const Piles = memo((/** @type {{components: any, stock: number, discard: Record<string, boolean>, jokers: number}} */ { components, stock, discard, jokers }) => {
  const [open, setOpen] = useState(/** @type {"" | "discard" | "legend"} */ (""));
  const close = () => setOpen("");
  const cards = Object.keys(discard);
  return html`<div class="ka-piles">
    <span class="ka-pile ka-stock" data-at="stock"><b>${stock}</b><span>${t("katharina.board.stock")}</span></span>
    <button type="button" class="ka-pile" data-at="discard" aria-haspopup="dialog" onClick=${() => setOpen("discard")}><b>${cards.length}</b><span>${t("katharina.board.discard")}</span></button>
    ${jokers > 0 && html`<span class="ka-pile"><b><${Symbol} kind="joker" />${jokers}</b><span>${t("katharina.board.jokers")}</span></span>`}
    <button type="button" class="ka-pile ka-legend-open" aria-haspopup="dialog" onClick=${() => setOpen("legend")}><b aria-hidden="true">?</b><span>${t("katharina.legend.open")}</span></button>
    <${Dialog} title=${t("katharina.board.discard_with", { n: cards.length })} open=${open === "discard"} onClose=${close} wide=${true}>
      ${components.colours.map((/** @type {string} */ colour) => html`<${Pile} components=${components} colour=${colour} cards=${cards.filter((id) => cardOf(components, id).colour === colour).sort()} />`)}
    <//>
    <${Dialog} title=${t("katharina.legend.title")} open=${open === "legend"} onClose=${close} wide=${true}><${Legend} components=${components} /><//>
  </div>`;
});

/** @param {{components: any, colour: string, cards: string[]}} props */
function Pile({ components, colour, cards }) {
  if (!cards.length) return null;
  return html`<section class="ka-discarded"><h3>${named(components, "colour", colour)}</h3><div class="ka-minis">${cards.map((id) => html`<${KaCard} key=${id} components=${components} id=${id} size="mini" />`)}</div></section>`;
}
