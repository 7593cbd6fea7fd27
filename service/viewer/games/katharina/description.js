/** The board as tables, for screen readers and for anyone who prefers text. */

import { html } from "../../dom.js";
import { sign } from "../../ui/seat_badge.js";
import { joinList, t } from "../../words/words.js";
import { cardInWords } from "./card.js";
import { answerText } from "./choice/says.js";
import { cardOf, named } from "./box.js";
import { progress } from "./order.js";

/** @typedef {import("../../types.d.ts").SeatInfo} SeatInfo */

/** @param {{components: any, view: any, seats: SeatInfo[]}} props */
export function Description({ components, view, seats }) {
  return html`<div class="ka-description">
    <p>${t("katharina.where", { decade: view.decade, round: view.round })}. ${t("katharina.board.stock")}: ${view.stock}. ${t("katharina.board.discard")}: ${Object.keys(view.discard).length}. ${t("katharina.board.jokers")}: ${view.jokers}.</p>
    <${Asked} components=${components} view=${view} seats=${seats} />
    ${seats.map((info) => html`<${Hand} key=${info.seat} components=${components} seatView=${view.seats[info.seat]} info=${info} />`)}
    <${Seats} components=${components} view=${view} seats=${seats} />
    ${seats.map((info) => html`<${Display} key=${info.seat} components=${components} seatView=${view.seats[info.seat]} info=${info} />`)}
    <${Cities} components=${components} view=${view} seats=${seats} />
    <${Track} components=${components} view=${view} seats=${seats} />
    <${Cards} title=${t("katharina.board.discard_with", { n: Object.keys(view.discard).length })} components=${components} cards=${Object.keys(view.discard).sort()} />
  </div>`;
}

/** Draws the current questions of the seats, and their cards.
 * @param {{components: any, view: any, seats: SeatInfo[]}} props
 */
function Asked({ components, view, seats }) {
  const asked = seats.filter(({ seat }) => view.seats[seat].prompt);
  if (!asked.length) return null;
  const { t: prompt } = view.seats[asked[0].seat].prompt;
  const about = asked.filter(({ seat }) => view.seats[seat].prompt.card);
  return html`<section><h2>${t("katharina.board.asked")}</h2>
    <p>${t(`katharina.log.asked.${prompt}`, { n: asked.length, names: joinList(asked.map(signed)) })}</p>
    ${about.length > 0 && html`<ul>${about.map((info) => html`<li>${signed(info)}: ${cardInWords(components, view.seats[info.seat].prompt.card)}</li>`)}</ul>`}
  </section>`;
}

/** Draws the hand and the sealed choice of a seat, if the viewer may see them.
 * @param {{components: any, seatView: any, info: SeatInfo}} props
 */
function Hand({ components, seatView, info }) {
  if (!seatView.hand) return null;
  return html`<${Cards} title=${t("katharina.board.hand_of", { name: signed(info), n: seatView.hand.length })} components=${components} cards=${seatView.hand} />
    ${seatView.choice && html`<p>${t("katharina.board.sealed")} (${signed(info)}): ${answerText(seatView.choice, components, seatView)}</p>`}`;
}

/** @param {{title: string, components: any, cards: string[]}} props */
const Cards = ({ title, components, cards }) => html`<section><h2>${title}</h2><ol>${cards.map((id) => html`<li key=${id}>${cardInWords(components, id)}</li>`)}</ol></section>`;

/** Returns a seat's name with its sign. @param {SeatInfo} info */
const signed = (info) => `${sign(info.seat)} ${info.name}`;

/** @param {{components: any, view: any, seats: SeatInfo[]}} props */
function Seats({ components, view, seats }) {
  const goods = (/** @type {any} */ seat, /** @type {"goods" | "tiles"} */ what) => components.goods.map((/** @type {string} */ good) => `${named(components, "symbol", good)} ${seat[what][good] ?? 0}`).join(", ");
  /** @type {[string, (seat: any, info: SeatInfo) => any][]} */
  const rows = [
    ["points", (seat) => seat.points],
    ["cannons", (seat) => seat.cannons],
    ["books", (seat) => seat.books],
    ["goods", (seat) => goods(seat, "goods")],
    ["tiles", (seat) => goods(seat, "tiles")],
    ["jokers", (seat) => seat.jokers],
    ["step", (seat) => seat.favour],
    ["hand_limit", (seat) => seat.hand_limit],
    ["hand_size", (seat) => seat.hand_size],
    ["residences", (seat) => seat.residences.map((/** @type {string} */ id) => named(components, "city", id)).join(", ") || "–"],
    ["order", (seat) => ordered(components, seat)],
    ["answer", (seat) => (seat.committed ? t("katharina.board.committed") : seat.prompt ? t("katharina.board.awaited") : "–")],
  ];
  return html`<div class="ka-scroll" tabindex="0"><table>
    <caption>${t("katharina.board.seats")}</caption>
    <thead><tr><th scope="col">${t("katharina.board.seat")}</th>${seats.map((info) => html`<th scope="col">${signed(info)}</th>`)}</tr></thead>
    <tbody>${rows.map(([key, show]) => html`<tr><th scope="row">${t(`katharina.board.${key}`)}</th>${seats.map((info) => html`<td>${show(view.seats[info.seat], info)}</td>`)}</tr>`)}</tbody>
  </table></div>`;
}

/** @param {any} components @param {any} seat */
function ordered(components, seat) {
  const { goods, matched, wanted, jokers } = progress(components, seat);
  const parts = goods.map((/** @type {any} */ one) => t("katharina.board.order_part", { there: one.there, wanted: one.wanted, good: named(components, "symbol", one.good) }));
  return t("katharina.board.order_words", { matched, wanted, parts: parts.join(", "), jokers });
}

/** @param {{components: any, seatView: any, info: SeatInfo}} props */
function Display({ components, seatView, info }) {
  const colours = (/** @type {string} */ above, /** @type {string | null} */ below) =>
    below ? t(cardOf(components, above).colour === cardOf(components, below).colour ? "katharina.board.match" : "katharina.board.apart") : "–";
  return html`<div class="ka-scroll" tabindex="0"><table>
    <caption>${t("katharina.board.display_of", { name: signed(info) })}</caption>
    <thead><tr>${["column", "action", "activation", "colours"].map((key) => html`<th scope="col">${t(`katharina.board.${key}`)}</th>`)}</tr></thead>
    <tbody>${seatView.action_row.map((/** @type {string} */ above, /** @type {number} */ i) => {
      const below = seatView.activation[i];
      return html`<tr><th scope="row">${i + 1}</th><td>${cardInWords(components, above)}</td><td>${below ? cardInWords(components, below) : t("katharina.board.empty")}</td><td>${colours(above, below)}</td></tr>`;
    })}</tbody>
  </table></div>`;
}

/** @param {{components: any, view: any, seats: SeatInfo[]}} props */
function Cities({ components, view, seats }) {
  const roads = (/** @type {string} */ id) => components.roads.flatMap((/** @type {[string, string]} */ [a, b]) => (a === id ? [b] : b === id ? [a] : []));
  return html`<div class="ka-scroll" tabindex="0"><table>
    <caption>${t("katharina.board.cities")}</caption>
    <thead><tr>${["city", "region", "feature", "built", "roads"].map((key) => html`<th scope="col">${t(`katharina.board.${key}`)}</th>`)}</tr></thead>
    <tbody>${components.cities.map((/** @type {any} */ city) => {
      const built = seats.filter(({ seat }) => view.seats[seat].residences.includes(city.id));
      return html`<tr>
        <th scope="row">${named(components, "city", city.id)}</th><td>${named(components, "colour", city.colour)}</td>
        <td>${named(components, components.goods.includes(city.feature) ? "symbol" : "feature", city.feature)}</td>
        <td>${built.map(signed).join(", ") || "–"}</td>
        <td>${roads(city.id).map((/** @type {string} */ id) => named(components, "city", id)).join(", ")}</td>
      </tr>`;
    })}</tbody>
  </table></div>`;
}

/** @param {{components: any, view: any, seats: SeatInfo[]}} props */
function Track({ components, view, seats }) {
  return html`<div class="ka-scroll" tabindex="0"><table>
    <caption>${t("katharina.board.track")}</caption>
    <thead><tr>${["step", "hand_limit", "income", "multiplier", "seats"].map((key) => html`<th scope="col">${t(`katharina.board.${key}`)}</th>`)}</tr></thead>
    <tbody>${components.track.map((/** @type {any} */ step) => {
      const there = seats.filter(({ seat }) => view.seats[seat].favour === step.index);
      return html`<tr><th scope="row">${step.index}</th><td>${step.hand_limit}</td><td>${step.income}</td><td>×${step.multiplier}</td><td>${there.map(signed).join(", ") || "–"}</td></tr>`;
    })}</tbody>
  </table></div>`;
}
