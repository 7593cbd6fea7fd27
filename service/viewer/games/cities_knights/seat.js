/** A seat: its public points, cards, tracks, road, knights and supply. */

import { html, memo } from "../../dom.js";
import { Badge, sign } from "../../ui/seat_badge.js";
import { t } from "../../words/words.js";
import { cardOf, named, strength } from "./box.js";
import { Fact, Kinds, Symbol } from "./symbols.js";

/**
 * @typedef {import("../../types.d.ts").SeatInfo} SeatInfo
 * @typedef {object} SeatProps
 * @property {any} components
 * @property {any} seatView
 * @property {SeatInfo} info
 * @property {number} goal the points that win
 * @property {number} gained the points gained in the last step
 * @property {boolean} turn true if it is the seat's turn
 * @property {boolean} longest true if the seat has the longest road
 * @property {boolean} merchant true if the merchant serves the seat
 * @property {string} metropolises the tracks on which the seat has a metropolis, as one string
 * @property {boolean} folded true for a strip that can be opened
 * @property {boolean} own true if the seat's cards are elsewhere on the table
 * @property {string} language
 */

/** @type {(props: SeatProps) => any} */
export const Seat = memo((/** @type {SeatProps} */ props) => {
  const { info, folded, turn } = props;
  const name = `ck-seat ck-seat-${info.seat % 4}${turn ? " ck-on-turn" : ""}`;
  const body = html`<${Facts} ...${props} /><${Tracks} ...${props} /><${Known} ...${props} /><${Supply} ...${props} />`;
  if (folded) return html`<details class=${`${name} ck-strip`}><summary><${Head} ...${props} /><${Facts} ...${props} short=${true} /></summary>${body}</details>`;
  return html`<section class=${name} aria-label=${`${sign(info.seat)} ${info.name}`}><${Head} ...${props} />${body}</section>`;
});

/** @param {SeatProps} props */
function Head({ seatView, info, goal, gained, turn }) {
  const words = t("cities_knights.board.points_of", { n: seatView.points, goal });
  return html`<span class="ck-head" data-at=${`seat-${info.seat}`}>
    <${Badge} seat=${info.seat} label=${sign(info.seat)} />
    <b class="ck-who" title=${info.name}>${info.name}</b>
    ${turn && html`<span class="ck-mark ck-turns" title=${t("cities_knights.board.on_turn")}>▶<span class="unseen">${t("cities_knights.board.on_turn")}</span></span>`}
    ${seatView.prompts?.length > 0 && !info.mine && html`<span class="ck-mark ck-waits" title=${t("cities_knights.board.awaited")}>…<span class="unseen">${t("cities_knights.board.awaited")}</span></span>`}
    <span class="ck-score" title=${words}>${gained !== 0 && html`<span key=${seatView.points} class=${gained > 0 ? "ck-gain" : "ck-gain ck-lost"}>${gained > 0 ? "+" : "−"}${Math.abs(gained)}</span>`}<span class="ck-points" aria-hidden="true">${seatView.points}</span><small aria-hidden="true">/${goal}</small><span class="unseen">${words}</span></span>
  </span>`;
}

/** @param {SeatProps & {short?: boolean}} props */
function Facts({ components, seatView, longest, merchant, short }) {
  const all = Object.values(seatView.knights ?? {}).reduce((sum, knight) => sum + knight.level, 0);
  const ready = strength(seatView.knights);
  const cards = t("cities_knights.board.cards_of", { n: seatView.cards, limit: seatView.hand_limit ?? 7 });
  const split = seatView.resources === undefined ? "" : ` ${t("cities_knights.board.split", { resources: seatView.resources, commodities: seatView.commodities })}`;
  return html`<span class=${`ck-facts${short ? " ck-short" : ""}`}>
    <${Fact} kind="card" words=${cards + split} strong=${seatView.cards > (seatView.hand_limit ?? 7)}>${seatView.resources === undefined ? seatView.cards : `${seatView.resources}+${seatView.commodities}`}<small>/${seatView.hand_limit ?? 7}</small><//>
    <span class="ck-decks">${components.tracks.map((/** @type {{id: string}} */ { id }) => {
      const n = seatView.progress_counts[id] ?? 0;
      const words = t("cities_knights.board.progress_of", { n, track: named(components, "track", id) });
      return html`<span key=${id} class=${`ck-back ck-track-${id}${n ? "" : " ck-none"}`} title=${words}><${Symbol} kind=${id} /><b aria-hidden="true">${n}</b><span class="unseen">${words}</span></span>`;
    })}</span>
    <${Fact} kind="road" words=${t("cities_knights.board.road_length", { n: seatView.road_length ?? 0, longest })} strong=${longest}>${seatView.road_length ?? 0}${longest && html`<small>+2</small>`}<//>
    <${Fact} kind="knight" words=${t("cities_knights.board.knights_of", { active: ready, all })} strong=${ready > 0}>${ready}<small>/${all}</small><//>
    ${seatView.defender > 0 && html`<${Fact} kind="star" words=${t("cities_knights.board.defender_of", { n: seatView.defender })}>${seatView.defender}<//>`}
    ${merchant && html`<${Fact} kind="merchant" words=${t("cities_knights.board.has_merchant")}>+1<//>`}
  </span>`;
}

/** Draws the three tracks as five steps each. @param {SeatProps} props */
function Tracks({ components, seatView, metropolises }) {
  return html`<div class="ck-tracks">${components.tracks.map((/** @type {{id: string, costs: number[]}} */ { id, costs }) => {
    const level = seatView.levels[id];
    const metropolis = metropolises.includes(id);
    const words = t("cities_knights.board.level_of", { track: named(components, "track", id), level, name: level ? named(components, "level", `${id}.${level}`) : "", metropolis });
    return html`<span key=${id} class=${`ck-ladder ck-track-${id}`} title=${`${words}. ${t(`cities_knights.skill.${id}`)}`}>
      <${Symbol} kind=${id} /><span class="unseen">${words}</span>
      <span class="ck-steps" aria-hidden="true">${costs.map((_, step) => html`<i class=${`${step < level ? "ck-reached" : ""}${step === 2 ? " ck-skill" : ""}`}></i>`)}</span>
      <b aria-hidden="true">${level}</b>${metropolis && html`<${Symbol} kind="metropolis" />`}
    </span>`;
  })}</div>`;
}

/** Draws the seat's open cards, and any hidden ones that the viewer may see. @param {SeatProps} props */
function Known({ components, seatView, own }) {
  const shown = seatView.shown ?? [];
  if (!shown.length && (own || !seatView.hand)) return null;
  return html`<div class="ck-known">
    ${shown.map((/** @type {string} */ id) => html`<span key=${id} class=${`ck-shown ck-track-${cardOf(components, id).deck}`} title=${t("cities_knights.board.shown")}><${Symbol} kind=${cardOf(components, id).deck} />${named(components, "card", cardOf(components, id).id)} <b>+1</b></span>`)}
    ${!own && seatView.hand && html`<${Kinds} components=${components} counts=${seatView.hand} />`}
    ${!own && (seatView.progress ?? []).map((/** @type {string} */ id) => html`<span key=${id} class=${`ck-shown ck-track-${cardOf(components, id).deck}`}><${Symbol} kind=${cardOf(components, id).deck} />${named(components, "card", cardOf(components, id).id)}</span>`)}
  </div>`;
}

/** Returns the number of pieces of each kind that a seat has left.
 * @param {any} supplies
 * @param {any} seat
 * @returns {{road: number, settlement: number, city: number, wall: number, knights: number[]}}
 */
export function left(supplies, seat) {
  const count = (/** @type {string} */ what) => seat[what]?.length ?? 0;
  const levels = Object.values(seat.knights ?? {}).map((knight) => knight.level);
  return {
    road: supplies.roads - count("roads"),
    settlement: supplies.settlements - count("settlements") + count("sideways"),
    city: supplies.cities - count("cities") - count("sideways"),
    wall: supplies.walls - count("walls"),
    knights: ["basic_knights", "strong_knights", "mighty_knights"].map((kind, i) => supplies[kind] - levels.filter((level) => level === i + 1).length),
  };
}

/** @param {SeatProps} props */
function Supply({ components, seatView }) {
  const { knights, ...rest } = left(components.supplies, seatView);
  const words = (/** @type {string} */ kind, /** @type {number | string} */ n) => t("cities_knights.board.left", { piece: named(components, "piece", kind), n });
  return html`<div class="ck-supply"><span class="ck-supply-word">${t("cities_knights.board.supply")}</span>
    ${Object.entries(rest).map(([kind, n]) => html`<${Fact} key=${kind} kind=${kind} words=${words(kind, n)}>${n}<//>`)}
    <${Fact} kind="knight" words=${t("cities_knights.board.knights_left", { basic: knights[0], strong: knights[1], mighty: knights[2] })}>${knights.join("·")}<//>
  </div>`;
}

/** Draws for each seat its cards, road and knights in a line that stays in sight on a phone. @param {any} _components @param {any} view */
export const gains = (_components, view) => Object.entries(view.seats).map(([seat, { cards, hand_limit: limit = 7, road_length: road = 0, knights }]) => html`<span class="ck-brief">
  <${Fact} kind="card" words=${t("cities_knights.board.cards_of", { n: cards, limit })} strong=${cards > limit}>${cards}<//>
  <${Fact} kind="road" words=${t("cities_knights.board.road_length", { n: road, longest: view.longest === Number(seat) })} strong=${view.longest === Number(seat)}>${road}<//>
  <${Fact} kind="knight" words=${t("cities_knights.board.knights_of", { active: strength(knights), all: Object.values(knights ?? {}).reduce((sum, knight) => sum + knight.level, 0) })} strong=${strength(knights) > 0}>${strength(knights)}<//>
</span>`);
