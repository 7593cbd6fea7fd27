/** The table as text tables, for screen readers and for anyone who prefers text. */

import { html } from "../../dom.js";
import { t } from "../../words/words.js";
import { KNIGHTS, cardOf, countsInWords, named, strength } from "./box.js";
import { forces } from "./island/barbarians.js";
import { signed } from "./island/pieces.js";
import "./opened.js";
import { left } from "./seat.js";
import { onTurn } from "./status.js";

/** @typedef {import("../../types.d.ts").SeatInfo} SeatInfo */

const board = (/** @type {string} */ key, params = {}) => t(`cities_knights.board.${key}`, params);
const told = (/** @type {string} */ key, params = {}) => t(`cities_knights.table.${key}`, params);

/** @param {{components: any, view: any, seats: SeatInfo[]}} props */
export function Description({ components, view, seats }) {
  const at = places(components, view, seats);
  const { cities, knights } = forces(view);
  const turn = onTurn(view);
  return html`<div class="ck-description">
    <p>${view.turn > 0 && `${board("turn", { n: view.turn })}, `}${turn === null ? "" : `${signed(seats[turn])}, `}${t(`cities_knights.board.phase.${view.phase}`)}.
      ${view.dice && ` ${board("dice_words", { ...view.dice, sum: view.dice.red + view.dice.yellow, face: view.dice.event === "ship" ? named(components, "piece", "ship") : board("gate", { track: named(components, "track", view.dice.event) }) })}.`}
      ${` ${board("barbarians_words", { step: view.ship ?? 0, steps: components.barbarian_steps, cities, knights, attacks: view.attacks ?? 0 })}`}
      ${view.robber === undefined && ` ${told("off_board")}`}</p>
    <${Offers} components=${components} view=${view} seats=${seats} />
    ${seats.map((info) => html`<${Cards} key=${info.seat} components=${components} seatView=${view.seats[info.seat]} info=${info} />`)}
    <${Seats} components=${components} view=${view} seats=${seats} />
    <${Hexes} components=${components} view=${view} at=${at} seats=${seats} />
    <${Corners} components=${components} view=${view} at=${at} />
    <${Roads} components=${components} view=${view} seats=${seats} />
    <p>${board("bank")}: ${countsInWords(components, view.bank)}. ${board("decks")}: ${components.tracks.map((/** @type {{id: string}} */ { id }) => `${named(components, "track", id)} ${view.decks[id]}`).join(", ")}.</p>
  </div>`;
}

/** Returns the pieces at each corner, as text.
 * @param {any} components @param {any} view @param {SeatInfo[]} seats
 * @returns {Map<number, string>}
 */
function places(components, view, seats) {
  /** @type {Map<number, string>} */
  const at = new Map();
  for (const info of seats) {
    const seat = view.seats[info.seat];
    const name = signed(info);
    const stands = (/** @type {number} */ corner, /** @type {string} */ piece) => at.set(corner, board("piece_of", { piece, name }));
    for (const corner of seat.settlements ?? []) stands(corner, seat.sideways?.includes(corner) ? board("sideways") : named(components, "piece", "settlement"));
    for (const corner of seat.cities ?? []) {
      const track = Object.keys(view.metropolises ?? {}).find((one) => view.metropolises[one].corner === corner);
      stands(corner, [named(components, "piece", "city"), seat.walls?.includes(corner) && named(components, "piece", "wall"), track && `${named(components, "piece", "metropolis")} ${named(components, "track", track)}`].filter(Boolean).join(", "));
    }
    for (const [corner, { level, active = false, ready = false }] of Object.entries(seat.knights ?? {})) at.set(Number(corner), board("knight_of", { piece: named(components, "piece", KNIGHTS[level]), active, ready, name }));
  }
  return at;
}

/** @param {{components: any, view: any, seats: SeatInfo[]}} props */
function Offers({ components, view, seats }) {
  const offers = Object.entries(view.offers ?? {});
  if (!offers.length) return null;
  const names = (/** @type {number[]} */ who) => who.map((seat) => signed(seats[seat])).join(", ");
  return html`<section><h2>${board("offers")}</h2><ul>${offers.map(
    ([number, { seat, give, want, counter, accepted = [], open = [] }]) => html`<li key=${number}>${signed(seats[seat])}${counter !== undefined && ` (${board("counter")})`}: ${board("gives")} ${countsInWords(components, give)} ${board("wants")} ${countsInWords(components, want)}${accepted.length > 0 && `; ${board("accepted", { names: names(accepted) })}`}${open.length > 0 && `; ${board("unanswered", { names: names(open) })}`}.</li>`,
  )}</ul></section>`;
}

/** Draws the cards of a seat, if the viewer may see them. @param {{components: any, seatView: any, info: SeatInfo}} props */
function Cards({ components, seatView, info }) {
  if (!seatView.hand && !seatView.progress) return null;
  return html`<section><h2>${board("hand_of", { name: signed(info), cards: countsInWords(components, seatView.hand ?? {}), n: seatView.cards })}</h2>
    ${seatView.progress?.length > 0 && html`<h3>${board("progress")}</h3><ul>${seatView.progress.map((/** @type {string} */ id) => html`<li key=${id}>${named(components, "card", cardOf(components, id).id)} (${named(components, "track", cardOf(components, id).deck)}): ${named(components, "card_texts", cardOf(components, id).id)}</li>`)}</ul>`}
  </section>`;
}

/** @param {{components: any, view: any, seats: SeatInfo[]}} props */
function Seats({ components, view, seats }) {
  /** @type {[string, (seat: any, info: SeatInfo) => any][]} */
  const rows = [
    ["points", (seat) => seat.points],
    ["cards", (seat) => `${seat.cards} (≤ ${seat.hand_limit ?? 7})${seat.resources === undefined ? "" : ` ${board("split", seat)}`}`],
    ["progress", (seat) => components.tracks.map((/** @type {{id: string}} */ { id }) => `${named(components, "track", id)} ${seat.progress_counts[id] ?? 0}`).join(", ")],
    ["shown", (seat, { seat: n }) => [...(seat.shown ?? []).map((/** @type {string} */ id) => named(components, "card", cardOf(components, id).id)), view.merchant?.seat === n && named(components, "piece", "merchant")].filter(Boolean).join(", ") || "–"],
    ["road", (seat, { seat: n }) => `${seat.road_length ?? 0}${view.longest === n ? " (+2)" : ""}`],
    ["knights", (seat) => strength(seat.knights)],
    ["defender", (seat) => seat.defender ?? 0],
    ["left", (seat) => {
      const { knights, ...rest } = left(components.supplies, seat);
      return [...Object.entries(rest).map(([kind, n]) => `${named(components, "piece", kind)} ${n}`), ...knights.map((n, i) => `${named(components, "piece", KNIGHTS[i + 1])} ${n}`)].join(", ");
    }],
    ["asked", (seat) => (seat.prompts ?? []).map((/** @type {any} */ prompt) => t(`cities_knights.board.asks.${prompt.t}`, { count: 1 })).join("; ") || "–"],
  ];
  const level = (/** @type {any} */ seat, /** @type {string} */ id) => `${seat.levels[id]}${seat.levels[id] ? ` ${named(components, "level", `${id}.${seat.levels[id]}`)}` : ""}`;
  return html`<div class="ck-scroll" tabindex="0"><table>
    <caption>${told("seats")}</caption>
    <thead><tr><th scope="col">${told("seat")}</th>${seats.map((info) => html`<th scope="col">${signed(info)}</th>`)}</tr></thead>
    <tbody>
      ${rows.map(([key, show]) => html`<tr><th scope="row">${told(key)}</th>${seats.map((info) => html`<td>${show(view.seats[info.seat], info)}</td>`)}</tr>`)}
      ${components.tracks.map((/** @type {{id: string}} */ { id }) => html`<tr><th scope="row">${named(components, "track", id)}</th>${seats.map((info) => html`<td>${level(view.seats[info.seat], id)}</td>`)}</tr>`)}
    </tbody>
  </table></div>`;
}

/** @param {{components: any, view: any, at: Map<number, string>, seats: SeatInfo[]}} props */
function Hexes({ components, view, at, seats }) {
  return html`<div class="ck-scroll" tabindex="0"><table>
    <caption>${told("hexes")}</caption>
    <thead><tr>${["hex", "terrain", "token", "around"].map((key) => html`<th scope="col">${told(key)}</th>`)}</tr></thead>
    <tbody>${components.hexes.map((/** @type {{corners: number[]}} */ { corners }, /** @type {number} */ hex) => {
      const stands = [hex === view.robber && t(`cities_knights.board.robber_${view.awake ? "awake" : "asleep"}`), hex === view.merchant?.hex && board("piece_of", { piece: named(components, "piece", "merchant"), name: signed(seats[view.merchant.seat]) }), ...corners.map((corner) => at.get(corner))];
      return html`<tr><th scope="row">${hex + 1}</th><td>${view.terrain[hex] ? named(components, "terrain", view.terrain[hex]) : "–"}</td><td>${view.tokens[hex] || "–"}</td><td>${stands.filter(Boolean).join("; ") || "–"}</td></tr>`;
    })}</tbody>
  </table></div>`;
}

/** Returns a corner's surrounding hexes as text. @param {any} components @param {any} view @param {number} corner */
function cornerInWords(components, view, corner) {
  return components.hexes.flatMap((/** @type {{corners: number[]}} */ hex, /** @type {number} */ number) => (hex.corners.includes(corner) && view.terrain[number] ? [`${named(components, "terrain", view.terrain[number])}${view.tokens[number] ? ` ${view.tokens[number]}` : ""}`] : [])).join(", ");
}

/** @param {{components: any, view: any, at: Map<number, string>}} props */
function Corners({ components, view, at }) {
  const harbor = (/** @type {number} */ corner) => {
    const slot = components.harbors.findIndex((/** @type {{corners: number[]}} */ one) => one.corners.includes(corner));
    return slot >= 0 && view.harbors[slot] ? named(components, "harbor", view.harbors[slot]) : "";
  };
  const shown = components.corners.flatMap((/** @type {any} */ _, /** @type {number} */ corner) => (at.has(corner) || harbor(corner) ? [corner] : []));
  return html`<div class="ck-scroll" tabindex="0"><table>
    <caption>${told("corners")}</caption>
    <thead><tr>${["corner", "around", "beside"].map((key) => html`<th scope="col">${told(key)}</th>`)}</tr></thead>
    <tbody>${shown.map((/** @type {number} */ corner) => html`<tr><th scope="row">${corner + 1}</th><td>${[at.get(corner), harbor(corner)].filter(Boolean).join("; ")}</td><td>${cornerInWords(components, view, corner)}</td></tr>`)}</tbody>
  </table></div>`;
}

/** @param {{components: any, view: any, seats: SeatInfo[]}} props */
function Roads({ components, view, seats }) {
  const ends = (/** @type {number} */ edge) => told("road_ends", { from: components.edges[edge].ends[0] + 1, to: components.edges[edge].ends[1] + 1 });
  return html`<section><h2>${told("roads")}</h2><ul>${seats.map((info) => html`<li>${signed(info)}: ${(view.seats[info.seat].roads ?? []).map(ends).join(", ") || "–"}</li>`)}</ul></section>`;
}
