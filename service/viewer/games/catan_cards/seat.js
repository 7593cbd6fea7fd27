/** A seat: its public points, totals, tokens and hand size. */

import { html, memo, useState } from "../../dom.js";
import { Dialog } from "../../ui/dialog.js";
import { lazy } from "../../ui/lazy.js";
import { Badge, sign } from "../../ui/seat_badge.js";
import { t } from "../../words/words.js";
import { named } from "./box.js";
import { Fact, Symbol } from "./symbols.js";

/** @typedef {import("../../types.d.ts").SeatInfo} SeatInfo */

const KnownHand = lazy(() => import("./knowledge.js").then((module) => module.KnownHand));

/** @type {(props: {components: any, seatView: any, info: SeatInfo, other: SeatInfo, goal: number, gained: number, turn: boolean, language: string}) => any} */
export const Seat = memo((/** @type {{components: any, seatView: any, info: SeatInfo, other: SeatInfo, goal: number, gained: number, turn: boolean}} */ { components, seatView, info, other, goal, gained, turn }) => {
  const words = t("catan_cards.board.points_of", { n: seatView.points, goal });
  const stored = Object.values(seatView.regions ?? {}).reduce((sum, one) => sum + (one.stored ?? 0), 0);
  const point = (/** @type {string} */ kind) => `${named(components, "point", kind)}: ${seatView[kind] ?? 0}`;
  return html`<div data-at=${`seat-${info.seat}`} class=${`cc-seat cc-seat-${info.seat % 4}${turn ? " cc-on-turn" : ""}`}>
    <span class="cc-head">
      <${Badge} seat=${info.seat} label=${sign(info.seat)} /><b class="cc-who" title=${info.name}>${info.name}</b>
      ${turn && html`<span class="cc-turns">${t("catan_cards.board.on_turn")}</span>`}
      ${seatView.prompts?.length > 0 && !seatView.sealed && !info.mine && html`<span class="cc-mark" title=${t("catan_cards.board.awaited")}>…<span class="unseen">${t("catan_cards.board.awaited")}</span></span>`}
      ${seatView.sealed && html`<span class="cc-mark" title=${t("catan_cards.board.sealed")}>✉<span class="unseen">${t("catan_cards.board.sealed")}</span></span>`}
      <span class="cc-score" title=${words}>${gained !== 0 && html`<span key=${seatView.points} class="cc-gain">${gained > 0 ? "+" : "−"}${Math.abs(gained)}</span>`}<b aria-hidden="true">${seatView.points}</b><small aria-hidden="true">/${goal}</small><span class="unseen">${words}</span></span>
    </span>
    <span class="cc-facts">
      <${Fact} kind="strength" words=${point("strength")}>${seatView.strength}<//>
      <${Fact} kind="tournament" words=${point("tournament")}>${seatView.tournament}<//>
      <${Fact} kind="commerce" words=${point("commerce")}>${seatView.commerce}<//>
      ${(seatView.stars > 0 || Object.keys(seatView.feelings ?? {}).length > 0) && html`<${Fact} kind="stars" words=${t("catan_cards.board.stars_of", { n: seatView.stars ?? 0, more: seatView.star_room ?? 0 })}>${seatView.stars ?? 0}<small>/${(seatView.stars ?? 0) + (seatView.star_room ?? 0)}</small><//>`}
      <${Fact} kind="gold" words=${t("catan_cards.board.stored_of", { n: stored })}>${stored}<//>
      <${Fact} kind="card" words=${t("catan_cards.board.cards_of", { n: seatView.cards, limit: seatView.limit })} strong=${seatView.cards > seatView.limit}>${seatView.cards}<small>/${seatView.limit}</small><//>
      ${seatView.known?.cards.length > 0 && html`<${Known} components=${components} seatView=${seatView} info=${info} other=${other} />`}
    </span>
  </div>`;
});

/** Draws a button that opens a dialog with the seat's hand as the other player knows it. @param {{components: any, seatView: any, info: SeatInfo, other: SeatInfo}} props */
function Known({ components, seatView, info, other }) {
  const [open, setOpen] = useState(false);
  const title = t("catan_cards.knew.hand_open", { who: info.name });
  return html`<button type="button" class="cc-eye" title=${title} aria-haspopup="dialog" onClick=${() => setOpen(true)}><span class="cc-opening" aria-hidden="true"><${Symbol} kind="eye" />${seatView.known.cards.length}</span><span class="unseen">${title}</span></button>
    <${Dialog} title=${title} open=${open} onClose=${() => setOpen(false)}>${open && html`<${KnownHand} components=${components} seatView=${seatView} other=${other} />`}<//>`;
}
