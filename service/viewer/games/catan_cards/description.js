/** The table as text tables, for screen readers and for anyone who prefers text. */

import { html } from "../../dom.js";
import { sign } from "../../ui/seat_badge.js";
import { t } from "../../words/words.js";
import { cardName, named, regionName } from "./box.js";
import { cardInWords } from "./card.js";
import { lookTitle, looking } from "./sight.js";
import { onTurn } from "./middle.js";
import { slotsOf } from "./principality.js";
import { nothing } from "./choice/pick.js";

/** @typedef {import("../../types.d.ts").SeatInfo} SeatInfo */

const board = (/** @type {string} */ key, params = {}) => t(`catan_cards.board.${key}`, params);
const told = (/** @type {string} */ key, params = {}) => t(`catan_cards.table.${key}`, params);
const signed = (/** @type {SeatInfo} */ info) => `${sign(info.seat)} ${info.name}`;

/** @param {{components: any, view: any, seats: SeatInfo[]}} props */
export function Description({ components, view, seats }) {
  const turn = onTurn(view);
  return html`<div class="cc-description">
    <p>${view.turn > 0 && `${board("turn", { n: view.turn })}, `}${turn === null ? "" : `${signed(seats[turn])}, `}${board(`phase.${view.phase}`)}.
      ${view.dice && ` ${board("dice_words", { n: view.dice.number, face: named(components, "face", view.dice.event) })}.`}
      ${view.event?.revealed && ` ${board("event_open", { name: cardName(components, view.event.revealed) })}.`} ${board(view.unlocked ? "unlocked" : "locked")}</p>
    <${Looked} components=${components} view=${view} seats=${seats} />
    <${Seats} components=${components} view=${view} seats=${seats} />
    ${seats.map((info) => html`<${Axis} key=${info.seat} components=${components} seatView=${view.seats[info.seat]} info=${info} />`)}
    ${seats.map((info) => view.seats[info.seat].hand && html`<section key=${info.seat}><h2>${board("hand_of", { name: signed(info) })}</h2>${view.seats[info.seat].hand.length ? html`<ul>${view.seats[info.seat].hand.map((/** @type {string} */ id) => html`<li key=${id}>${cardInWords(components, id)}</li>`)}</ul>` : html`<p>${board("no_cards")}</p>`}</section>`)}
    <${Piles} components=${components} view=${view} seats=${seats} />
  </div>`;
}

/** Draws the cards or regions that a seat is being shown. @param {{components: any, view: any, seats: SeatInfo[]}} props */
function Looked({ components, view, seats }) {
  const look = looking(view);
  if (!look) return null;
  const { cards = [], regions = [] } = view.sight;
  return html`<section><h2>${lookTitle(look, view, seats)}</h2><ol>${cards.map((/** @type {string} */ id) => html`<li key=${id}>${cardInWords(components, id)}</li>`)}${regions.map((/** @type {string} */ id) => html`<li key=${id}>${regionName(components, id)}</li>`)}</ol></section>`;
}

/** @param {{components: any, view: any, seats: SeatInfo[]}} props */
function Seats({ components, view, seats }) {
  const tokens = (/** @type {number} */ seat) => ["knight", "mill"].filter((token) => view.tokens?.[token] === seat).map((token) => named(components, "piece", `${token}_token`)).join(", ") || "–";
  const knownOf = (/** @type {{cards: string[], gone?: number}} */ { cards, gone = 0 }) =>
    `${board("known", { n: cards.length })}: ${cards.map((id) => cardName(components, id)).join(", ")}${gone ? ` (${t("catan_cards.knew.hand_gone", { n: Math.min(gone, cards.length) })})` : ""}`;
  /** @type {[string, (seat: any, info: SeatInfo) => any][]} */
  const rows = [
    ["points", (seat) => seat.points],
    ["strength", (seat) => seat.strength],
    ["commerce", (seat) => seat.commerce],
    ["tournament", (seat) => seat.tournament],
    ["stars", (seat) => seat.stars ?? 0],
    ["tokens", (_, info) => tokens(info.seat)],
    ["cards", (seat) => `${seat.cards} (≤ ${seat.limit})${seat.known ? `; ${knownOf(seat.known)}` : ""}`],
    ["stored", (seat) => Object.values(seat.regions ?? {}).reduce((sum, one) => sum + (one.stored ?? 0), 0)],
    ["asked", (seat) => (seat.prompts ?? []).map((/** @type {any} */ prompt) => t(`catan_cards.asks.${prompt.t}`)).join("; ") || "–"],
  ];
  return html`<div class="cc-scroll" tabindex="0"><table>
    <caption>${told("seats")}</caption>
    <thead><tr><th scope="col">${told("what")}</th>${seats.map((info) => html`<th scope="col">${signed(info)}</th>`)}</tr></thead>
    <tbody>${rows.map(([key, show]) => html`<tr><th scope="row">${told(key)}</th>${seats.map((info) => html`<td>${show(view.seats[info.seat], info)}</td>`)}</tr>`)}</tbody>
  </table></div>`;
}

/** @param {{components: any, seatView: any, info: SeatInfo}} props */
function Axis({ components, seatView, info }) {
  const slots = slotsOf(seatView, nothing());
  const lies = (/** @type {number} */ slot, /** @type {string} */ side) => {
    const regions = Object.entries(seatView.regions ?? {}).filter(([, one]) => one.slot === slot && one.side === side);
    const cards = Object.entries(seatView.built ?? {}).filter(([, one]) => one.slot === slot && one.side === side);
    const feeling = (/** @type {string} */ id) => (Object.values(seatView.feelings ?? {}).includes(id) ? `; ${board("feeling")}` : "");
    return [...regions.map(([id, { stored = 0 }]) => `${regionName(components, id)}: ${stored}${feeling(id)}`), ...cards.map(([id]) => cardName(components, id))].join(", ") || "–";
  };
  const middle = (/** @type {number} */ slot) => {
    const piece = seatView.roads?.includes(slot) ? "road" : seatView.cities?.includes(slot) ? "city" : seatView.settlements?.includes(slot) ? "settlement" : null;
    const more = Object.entries(seatView.built ?? {}).filter(([, one]) => one.slot === slot && !one.side).map(([id]) => cardName(components, id));
    return [piece && named(components, "piece", piece), ...more].filter(Boolean).join(", ") || "–";
  };
  return html`<div class="cc-scroll" tabindex="0"><table>
    <caption>${told("axis", { name: signed(info) })}</caption>
    <thead><tr>${["slot", "above", "axis_column", "below"].map((key) => html`<th scope="col">${told(key)}</th>`)}</tr></thead>
    <tbody>${slots.map((slot) => html`<tr><th scope="row">${slot}</th><td>${lies(slot, "above")}</td><td>${middle(slot)}</td><td>${lies(slot, "below")}</td></tr>`)}</tbody>
  </table></div>`;
}

/** @param {{components: any, view: any, seats: SeatInfo[]}} props */
function Piles({ components, view, seats }) {
  const known = (/** @type {any} */ stack) =>
    Object.entries(stack.seen ?? {}).map(([seat, { slots, gone = 0 }]) => `${signed(seats[Number(seat)])}: ${slots.map((/** @type {string | null} */ id) => (id ? cardName(components, id) : "?")).join(", ")}${gone ? `; ${t("catan_cards.knew.gone", { n: gone })}` : ""}`).join("; ") || "–";
  const truth = (/** @type {string[] | undefined} */ cards) => cards && html`<td>${cards.map((id) => cardName(components, id)).join(", ") || "–"}</td>`;
  const stacks = [...Object.entries(view.stacks ?? {}).map(([n, stack]) => [board("stack", { n, size: stack.size }), stack]), ...seats.flatMap((info) => Object.entries(view.seats[info.seat].stacks ?? {}).map(([n, stack]) => [board("stack_of", { n, size: stack.size, who: signed(info) }), stack]))];
  return html`<div class="cc-scroll" tabindex="0"><table>
      <caption>${told("piles")}</caption>
      <thead><tr><th scope="col">${told("size")}</th><th scope="col">${told("known")}</th>${view.orders && html`<th scope="col">${t("catan_cards.knew.truth")}</th>`}</tr></thead>
      <tbody>
        ${stacks.map(([name, stack], i) => html`<tr key=${name}><th scope="row">${name}</th><td>${known(stack)}</td>${truth(view.orders?.stacks[i])}</tr>`)}
        <tr><th scope="row">${board("event_deck", { n: view.event?.size ?? 0 })}</th><td>${(view.event?.told ?? []).map((/** @type {string} */ id) => cardName(components, id)).join(", ") || "–"}</td>${truth(view.orders?.events)}</tr>
        ${(view.discards ?? []).map((/** @type {string[]} */ cards, /** @type {number} */ i) => html`<tr key=${i}><th scope="row">${view.discards.length > 1 ? board("discard_of", { n: cards.length, who: signed(seats[i]) }) : board("discard", { n: cards.length })}</th><td>${cards.map((id) => cardName(components, id)).join(", ") || "–"}</td>${truth(view.orders && [])}</tr>`)}
      </tbody>
    </table></div>
    ${view.display?.length > 0 && html`<p>${board("display")}: ${view.display.map((/** @type {string} */ id) => cardName(components, id)).join(", ")}.</p>`}
    ${view.supplies && html`<p>${[["road", "roads"], ["settlement", "settlements"], ["city", "cities"]].map(([piece, kind]) => board("supply", { n: view.supplies[kind], piece: named(components, "piece", piece) })).join("; ")}; ${board("regions_left", { n: view.regions_left?.length ?? 0 })}.</p>`}`;
}
