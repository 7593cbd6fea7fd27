/** The knowledge of players: the cards that they know in a stack or hand, and the truth if the viewer may see it. */

import { html } from "../../dom.js";
import { t } from "../../words/words.js";
import { cardName, cardText, sortOf } from "./box.js";

/** @typedef {import("../../types.d.ts").SeatInfo} SeatInfo */

/** Draws a card's name, with its text as a tooltip. @param {{components: any, id: string, more?: string}} props */
const Named = ({ components, id, more = "" }) => html`<span class=${`cc-named cc-sort-${sortOf(components, id)}`} title=${cardText(components, id)}>${cardName(components, id)}</span>${more && html` <small class="soft">${more}</small>`}`;

/** Draws what each seat whose memory is visible knows of a stack, and beside it the truth.
 * @param {{components: any, stack: any, truth: string[] | null, seats: SeatInfo[]}} props
 */
export function KnownStack({ components, stack, truth, seats }) {
  const seen = Object.entries(stack.seen ?? {});
  if (!seen.length && !truth) return html`<p>${t("catan_cards.knew.nothing")}</p>`;
  return html`<div class="cc-knew">
    ${seen.map(([seat, { slots, gone = 0 }]) => html`<section key=${seat}>
      <h3>${t("catan_cards.knew.of", { who: seats[Number(seat)]?.name ?? seat })} <small class="soft">${t("catan_cards.knew.top")}</small></h3>
      ${gone > 0 && html`<p class="notice">${t("catan_cards.knew.gone", { n: gone })}</p>`}
      <ol>${slots.map((/** @type {string | null} */ id, /** @type {number} */ i) => html`<li key=${i} class=${id ? "" : "cc-unknown"} data-known=${id !== null}>${id ? html`<${Named} components=${components} id=${id} />` : t("catan_cards.knew.unknown")}</li>`)}</ol>
    </section>`)}
    ${seen.length === 0 && html`<p class="soft">${t("catan_cards.knew.nothing")}</p>`}
    ${truth && html`<section><h3>${t("catan_cards.knew.truth")} <small class="soft">${t("catan_cards.knew.top")}</small></h3><ol>${truth.map((id) => html`<li key=${id}><${Named} components=${components} id=${id} /></li>`)}</ol></section>`}
  </div>
  <p class="soft">${t("catan_cards.knew.still")}</p>`;
}

/** Draws a hand as the other player knows it, and the hand itself if it is visible.
 * @param {{components: any, seatView: any, other: SeatInfo}} props
 */
export function KnownHand({ components, seatView, other }) {
  const { cards, gone = 0 } = seatView.known;
  return html`<div class="cc-knew">
    <section><h3>${t("catan_cards.knew.hand", { who: other.name })}</h3>
      ${gone > 0 && html`<p class="notice">${t("catan_cards.knew.hand_gone", { n: Math.min(gone, cards.length) })}</p>`}
      <ul>${cards.map((/** @type {string} */ id) => html`<li key=${id}><${Named} components=${components} id=${id} more=${gone > 0 ? t("catan_cards.knew.maybe") : ""} /></li>`)}</ul>
    </section>
    ${seatView.hand && html`<section><h3>${t("catan_cards.knew.truth")}</h3><ul>${seatView.hand.map((/** @type {string} */ id) => html`<li key=${id}><${Named} components=${components} id=${id} /></li>`)}</ul></section>`}
  </div>`;
}
