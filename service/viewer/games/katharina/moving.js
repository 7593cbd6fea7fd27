/** Animated movements on the table of Katharina: cards between stock, hands, displays and discard pile, houses, goods, and favour. */

import { html } from "../../dom.js";
import { KaCard } from "./card.js";
import { Symbol } from "./symbols.js";

/**
 * @typedef {import("../../types.d.ts").Movement} Movement
 * @typedef {{card?: string, house?: number, good?: string}} What a card, the house of a seat, or a good; else the back of a card
 * @typedef {{params: any, seat: number, before: any, view: any}} Told
 */

/** The most hidden cards that fly one by one. */
const SHOWN = 3;

const seatAt = (/** @type {number} */ seat) => [`seat-${seat}`, `player-${seat}`];
const cardAt = (/** @type {string} */ id, /** @type {number} */ seat) => [`card-${id}`, ...seatAt(seat)];
const STOCK = ["stock", "table"];

/** Returns the movements of pieces and cards that a line of the log causes.
 * @param {import("../../types.d.ts").Line} line
 * @param {any} before the view before the line
 * @param {any} view the view after the line
 * @returns {Movement[]}
 */
export function movements(line, before, view) {
  const told = { params: line.params ?? {}, seat: line.seat ?? 0, before, view };
  return [...(MOVED[line.key]?.(told) ?? []), ...favour(before, view)];
}

/** Returns the movements of the seats whose step on the favour track has changed. @param {any} before @param {any} view @returns {Movement[]} */
const favour = (before, view) => Object.keys(view.seats).filter((seat) => before.seats[seat].favour !== view.seats[seat].favour).map((seat) => ({ from: [`favour-${seat}`], to: [`favour-${seat}`] }));

/** Returns the movements of the cards that a seat draws; they are turned over if the viewer sees the hand.
 * @param {Told} told @param {number} seat @param {number} n
 * @returns {Movement[]}
 */
function drawn({ before, view }, seat, n) {
  if (!n) return [];
  const [was, is] = [before.seats[seat].hand, view.seats[seat].hand];
  if (was && is) return is.filter((/** @type {string} */ id) => !was.includes(id)).map((/** @type {string} */ id) => ({ from: STOCK, to: cardAt(id, seat), what: {}, turns: true }));
  return Array.from({ length: Math.min(n, SHOWN) }, () => ({ from: STOCK, to: seatAt(seat), what: {} }));
}

/** Returns the movements of a new house, and of the good taken from its city. @param {Told} told @returns {Movement[]} */
function settled({ params: { city, tile }, seat }) {
  if (!city) return [];
  const house = { from: seatAt(seat), to: [`house-${seat}-${city}`, `city-${city}`], what: { house: seat }, lands: true };
  return tile ? [house, { from: [`city-${city}`], to: seatAt(seat), what: { good: tile } }] : [house];
}

/** @param {Told} told @returns {Movement[]} */
function resolved(told) {
  const { params, seat } = told;
  const paid = [...(params.paid ?? []), ...(params.bonus_paid ?? [])];
  return [...paid.map((id) => ({ from: cardAt(id, seat), to: ["discard", "table"], what: { card: id } })), ...settled(told), ...drawn(told, seat, params.drawn ?? 0)];
}

/** @type {Record<string, (told: Told) => Movement[]>} */
const MOVED = {
  "cards-drawn": (told) => told.params.counts.flatMap((/** @type {number} */ n, /** @type {number} */ seat) => drawn(told, seat, n)),
  "card-resolved": resolved,
  "book-residence": settled,
};

/** Draws a flying object.
 * @param {{what: What, components: any}} props
 */
export function Face({ what: { card, house, good }, components }) {
  if (card) return html`<div class="ka-flown"><${KaCard} components=${components} id=${card} size="mini" /></div>`;
  if (house !== undefined) return html`<svg class=${`ka-flown ka-house ka-seat-${house % 4}`} viewBox="0 0 16 16"><path class="ka-walls" d="M8 .3 15.7 6.7v8.8H.3V6.7z" /></svg>`;
  return good ? html`<span class="ka-flown ka-good"><${Symbol} kind=${good} /></span>` : html`<span class="ka-flown ka-back"><${Symbol} kind="card" /></span>`;
}
