/** Animated movements on the table of the Catan card game: resources between regions, cards between stacks, hands and sites. */

import { html } from "../../dom.js";
import { regionOf } from "./box.js";
import { MiniCard } from "./card.js";
import { Symbol } from "./symbols.js";

/**
 * @typedef {import("../../types.d.ts").Movement} Movement
 * @typedef {{kind?: string, card?: string}} What a resource or a piece, or a card; else the back of a card
 * @typedef {{params: any, seat: number, before: any, view: any, components: any}} Told
 */

const CHANCE = ["event", "dice", "table"];
const seatAt = (/** @type {number} */ seat) => [`seat-${seat}`, `player-${seat}`];
const cardAt = (/** @type {string} */ id, /** @type {number} */ seat) => [`card-${id}`, ...seatAt(seat)];
const stackAt = (/** @type {number} */ n, /** @type {number | undefined} */ of) => [`stack-${of ?? "all"}-${n}`, "table"];

/** Returns the movements of pieces and cards that a line of the log causes.
 * @param {import("../../types.d.ts").Line} line
 * @param {any} before the view before the line
 * @param {any} view the view after the line
 * @param {any} components
 * @returns {Movement[]}
 */
export function movements(line, before, view, components) {
  return MOVED[line.key]?.({ params: line.params ?? {}, seat: line.seat ?? 0, before, view, components }) ?? [];
}

/** Returns the `data-at` names of a region, or of its seat if the region is not drawn. @param {any} view @param {string} id */
function regionAt(view, id) {
  const owner = Object.keys(view.seats).find((seat) => id in (view.seats[seat].regions ?? {}));
  return owner === undefined ? [`region-${id}`] : [`region-${id}`, ...seatAt(Number(owner))];
}

/** Returns the movement of one resource from each region of a list to its partner in the other list, or of all to one region.
 * @param {Told} told @param {string[]} from @param {string[] | string} into
 * @returns {Movement[]}
 */
const carried = ({ view, components }, from, into) =>
  from.map((id, i) => ({ from: regionAt(view, id), to: regionAt(view, typeof into === "string" ? into : (into[i] ?? into[0])), what: { kind: regionOf(components, id).kind } }));

/** Returns the movements of resources that regions get from elsewhere. @param {Told} told @param {string[]} regions @returns {Movement[]} */
const grown = ({ view, components }, regions) => regions.map((id) => ({ from: CHANCE, to: regionAt(view, id), what: { kind: regionOf(components, id).kind } }));
/** @param {Told} told @param {string[]} regions @param {string[]} to @returns {Movement[]} */
const spent = ({ view, components }, regions, to) => regions.map((id) => ({ from: regionAt(view, id), to, what: { kind: regionOf(components, id).kind } }));

/** Returns the movement of a card that is laid face up somewhere else: from its old place, its hand, or its seat.
 * @param {string} id @param {number} seat @param {string[]} [to]
 * @returns {Movement[]}
 */
const laid = (id, seat, to = cardAt(id, seat)) => [{ from: cardAt(id, seat), to, what: { card: id }, lands: true }];

/** Returns the movements of cards into a hand; they are turned over if the viewer sees the hand.
 * @param {Told} told @param {number} seat @param {string[]} from @param {number} [n]
 * @returns {Movement[]}
 */
function held({ before, view }, seat, from, n = 1) {
  const fresh = added(before, view, seat);
  return fresh ? fresh.map((id) => ({ from, to: cardAt(id, seat), what: {}, turns: true })) : Array.from({ length: n }, () => ({ from, to: seatAt(seat), what: {} }));
}

/** Returns the movements of cards out of a hand; they are hidden unless the viewer sees the hand.
 * @param {Told} told @param {number} seat @param {string[]} to @param {number} [n]
 * @returns {Movement[]}
 */
function shed({ before, view }, seat, to, n = 1) {
  const gone = added(view, before, seat);
  return gone ? gone.map((id) => ({ from: cardAt(id, seat), to, what: {} })) : Array.from({ length: n }, () => ({ from: seatAt(seat), to, what: {} }));
}

/** Returns the cards of a hand in one view that are missing from another; null if the viewer does not see the hand.
 * @param {any} less @param {any} full @param {number} seat
 * @returns {string[] | null}
 */
function added(less, full, seat) {
  const [was, is] = [less.seats[seat].hand, full.seats[seat].hand];
  return was && is ? is.filter((/** @type {string} */ id) => !was.includes(id)) : null;
}

/** Returns the movements of a new road, settlement or city and its payment. @param {string} kind @returns {(told: Told) => Movement[]} */
const built = (kind) => (told) => {
  const to = [`slot-${told.seat}-${told.params.slot}`, ...seatAt(told.seat)];
  return [...spent(told, told.params.paid ?? [], to), { from: seatAt(told.seat), to, what: { kind }, lands: true }];
};

/** @type {Record<string, (told: Told) => Movement[]>} */
const MOVED = {
  produced: (told) => grown(told, told.params.gained ?? []),
  gained: (told) => grown(told, [told.params.into]),
  lost: (told) => spent(told, told.params.regions, CHANCE),
  taken: (told) => carried(told, [told.params.source], told.params.into),
  given: (told) => carried(told, [told.params.source], told.params.into),
  traded: (told) => [...carried(told, told.params.give, told.params.received), ...carried(told, told.params.given, told.params.into)],
  "bank-traded": (told) => carried(told, told.params.paid, told.params.into),
  "caravan-came": (told) => carried(told, told.params.give, told.params.into),
  "land-used": (told) => carried(told, [told.params.give], told.params.into),
  paid: (told) => spent(told, told.params.paid, CHANCE),
  "road-built": built("road"),
  "settlement-built": built("settlement"),
  "city-built": built("city"),
  "card-built": (told) => [...spent(told, told.params.paid ?? [], cardAt(told.params.card, told.seat)), ...laid(told.params.card, told.seat)],
  "card-played": (told) => laid(told.params.card, told.seat, [`card-${told.params.card}`, "table"]),
  "card-drawn": (told) => held(told, told.seat, stackAt(told.params.stack, told.params.of)),
  "card-picked": (told) => held(told, told.seat, stackAt(told.params.stack, told.params.of)),
  "cards-taken": (told) => held(told, told.seat, stackAt(told.params.stack, told.params.of), told.params.count),
  "card-swapped": (told) => [...shed(told, told.seat, stackAt(told.params.under, told.params.of)), ...held(told, told.seat, stackAt(told.params.stack, told.params.of))],
  "cards-shed": (told) => shed(told, told.seat, stackAt(told.params.stacks[0], told.params.of), told.params.count),
  "cards-removed": (told) => shed(told, told.seat, stackAt(told.params.stack, told.params.of), told.params.count),
  "card-stolen": (told) => (told.params.stolen ? held(told, told.seat, seatAt(told.params.victim)) : []),
  "event-revealed": () => [{ from: ["events", "table"], to: ["event"], what: {}, turns: true }],
  "unit-taken": ({ params, seat }) => [{ from: cardAt(params.card, params.victim), to: cardAt(params.card, seat), what: { card: params.card }, lands: true }],
  "unit-returned": ({ params, seat }) => laid(params.card, seat),
  "building-returned": ({ params, seat }) => laid(params.card, seat),
  fetched: ({ params, seat }) => [{ from: [`discard-${params.of ?? 0}`, "table"], to: cardAt(params.card, seat), what: { card: params.card }, lands: true }],
  demolished: ({ params, seat }) => laid(params.card, seat, [`card-${params.card}`, "table"]),
  "region-drawn": ({ params }) => [{ from: ["regions-left", "table"], to: [`region-${params.region}`], what: {}, turns: true }],
  "regions-placed": ({ params }) => [params.above, params.below].map((id) => ({ from: ["regions-left", "table"], to: [`region-${id}`], what: {}, turns: true })),
};

/** Draws a flying object.
 * @param {{what: What, components: any}} props
 */
export function Face({ what: { kind, card }, components }) {
  if (card) return html`<div class="cc-flown cc-named"><${MiniCard} components=${components} id=${card} /></div>`;
  return html`<span class=${kind ? `cc-flown cc-of-${kind}` : "cc-flown cc-hidden"}><${Symbol} kind=${kind ?? "card"} /></span>`;
}
