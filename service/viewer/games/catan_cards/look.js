/** A look: hidden cards or regions that a seat is being shown right now. */

import { html, useEffect, useState } from "../../dom.js";
import { t } from "../../words/words.js";
import { regionName, regionOf } from "./box.js";
import { HeldCard } from "./card.js";
import { pickable } from "./choice/pick.js";
import { lookTitle, looking } from "./sight.js";
import { Drawing, Symbol } from "./symbols.js";

/**
 * @typedef {import("../../types.d.ts").SeatInfo} SeatInfo
 * @typedef {import("./choice/pick.js").Picks} Picks
 */

/** Draws a look above the table. It opens when it is new, and can be folded to uncover the table below.
 * @param {{components: any, view: any, seats: SeatInfo[], own: number | null, pick: Picks, asked: boolean}} props `asked` if the player's seat can answer now
 */
export function Look({ components, view, seats, own, pick, asked }) {
  const [open, setOpen] = useState(true);
  const look = looking(view);
  const question = look && JSON.stringify([look.prompt, view.turn]);
  useEffect(() => setOpen(true), [question]);
  if (!look) return null;
  const { seat, of } = look;
  const { cards = [], regions = [] } = view.sight;
  const choosing = asked && seat === own;
  return html`<div class="cc-look-place"><details class="cc-look panel" id="cc-look" open=${open} onToggle=${(/** @type {any} */ event) => setOpen(event.currentTarget.open)}>
    <summary><${Symbol} kind="eye" /> <b>${lookTitle(look, view, seats)}</b></summary>
    ${of === "regions" && html`<ol class="cc-looked cc-looked-regions">${regions.map((/** @type {string} */ id) => html`<li key=${id}><${Region} components=${components} id=${id} place=${choosing ? (pick.get(`region:${id}`) ?? null) : null} /></li>`)}</ol>`}
    ${of !== "regions" && html`<ol class=${`cc-looked cc-looked-${of}`}>${cards.map((/** @type {string} */ id, /** @type {number} */ i) => html`<${Card} key=${id} components=${components} id=${id} nth=${i + 1} choosing=${choosing} place=${pick.get(`card:${id}`) ?? null} />`)}</ol>`}
    <p class="soft">${t(choosing && look.prompt.t === "take-cards" ? "catan_cards.note.take-cards" : `catan_cards.look.${of === "regions" ? of : "cards"}.long`)}</p>
  </details></div>`;
}

/** @param {{components: any, id: string, nth: number, choosing: boolean, place: import("./choice/pick.js").Place | null}} props */
function Card({ components, id, nth, choosing, place }) {
  const barred = choosing && !place;
  return html`<li class=${barred ? "cc-barred" : ""}><${HeldCard} components=${components} id=${id} nth=${nth} place=${choosing ? place : null} />${barred && html`<small class="soft">${t("catan_cards.look.barred")}</small>`}</li>`;
}

/** @param {{components: any, id: string, place: import("./choice/pick.js").Place | null}} props */
function Region({ components, id, place }) {
  const face = html`<${Drawing} of=${regionOf(components, id).type} /><span>${regionName(components, id)}</span>`;
  const name = `cc-looked-region cc-of-${regionOf(components, id).kind}`;
  return place ? html`<button type="button" class=${name} ...${{ ...pickable(place), role: null }}>${face}</button>` : html`<span class=${name}>${face}</span>`;
}
