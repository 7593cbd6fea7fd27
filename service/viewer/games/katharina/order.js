/** An order card, and the part of it that the seat's tiles fill. */

import { html } from "../../dom.js";
import { t } from "../../words/words.js";
import { named } from "./box.js";
import { Symbol } from "./symbols.js";

/** Returns how many tiles of each good the order needs and the seat has; jokers fill the gaps.
 * @param {any} components
 * @param {any} seatView
 */
export function progress(components, seatView) {
  const order = components.orders.find((/** @type {any} */ one) => one.id === seatView.order);
  const goods = components.goods.map((/** @type {string} */ good) => {
    const wanted = order?.goods[good] ?? 0;
    return { good, wanted, there: Math.min(wanted, seatView.tiles[good] ?? 0), more: Math.max(0, (seatView.tiles[good] ?? 0) - wanted) };
  });
  const wanted = goods.reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + one.wanted, 0);
  const there = goods.reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + one.there, 0);
  return { goods, wanted, there, matched: Math.min(wanted, there + seatView.jokers), jokers: seatView.jokers };
}

/** @param {{components: any, seatView: any}} props */
export function KaOrder({ components, seatView }) {
  const { goods, wanted, matched, jokers } = progress(components, seatView);
  const parts = goods.map((/** @type {any} */ one) => t("katharina.board.order_part", { there: one.there, wanted: one.wanted, good: named(components, "symbol", one.good) }));
  const words = t("katharina.board.order_words", { matched, wanted, parts: parts.join(", "), jokers });
  return html`<div class="ka-order" role="img" aria-label=${words} title=${words}>
    ${goods.map(
      (/** @type {any} */ { good, wanted, there, more }) => html`<span class="ka-want">
        ${Array.from({ length: wanted }, (_, i) => html`<span class=${i < there ? "ka-tile ka-there" : "ka-tile"}><${Symbol} kind=${good} /></span>`)}
        ${more > 0 && html`<small class="ka-more">+${more}</small>`}
      </span>`,
    )}
    ${jokers > 0 && html`<span class="ka-want">${Array.from({ length: jokers }, () => html`<span class="ka-tile ka-there"><${Symbol} kind="joker" /></span>`)}</span>`}
    <span class="ka-matched">${matched}<small>/${wanted}</small></span>
  </div>`;
}
