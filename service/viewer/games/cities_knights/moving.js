/** Animated movements of cards and pieces on the table of Cities & Knights. */

import { html } from "../../dom.js";
import { cardOf, named } from "./box.js";
import { Dice } from "./scenes/dice.js";
import { Flames, LandingScene, landingOf } from "./scenes/landing.js";
import { Symbol } from "./symbols.js";

/**
 * @typedef {import("../../types.d.ts").Movement} Movement
 * @typedef {Record<string, number>} Counts cards by kind
 * @typedef {{kind?: string, track?: string, card?: string, dice?: any, landing?: any, flames?: boolean, star?: boolean}} What a card of a kind ("card" if unknown), the back or the face of a progress card, a scene, or a star
 * @typedef {{line: import("../../types.d.ts").Line, params: any, seat: number, before: any, view: any, components: any, later: () => import("../../types.d.ts").Line[]}} Told
 */

/** Milliseconds that the scenes play at the usual speed. */
const PLAYS = { dice: 1900, landing: 4200, flames: 1500 };
/** The most cards of a kind that fly one by one. */
const SHOWN = 3;

const seatAt = (/** @type {number} */ seat) => [`seat-${seat}`, `player-${seat}`];
const handAt = (/** @type {number} */ seat, /** @type {string} */ kind) => [`hand-${seat}-${kind}`, ...seatAt(seat)];
const bankAt = (/** @type {string} */ kind) => [`bank-${kind}`, "table"];
const deckAt = (/** @type {string} */ track) => [`deck-${track}`, "dice", "table"];

/** Returns the movements of pieces and cards that a line of the log causes.
 * @param {import("../../types.d.ts").Line} line
 * @param {any} before the view before the line
 * @param {any} view the view after the line
 * @param {any} components
 * @param {() => import("../../types.d.ts").Line[]} [later] returns the lines after the line
 * @returns {Movement[]}
 */
export function movements(line, before, view, components, later = () => []) {
  const told = { line, later, params: line.params ?? {}, seat: line.seat ?? 0, before, view, components };
  return [...pieces(before, view), ...(MOVED[line.key]?.(told) ?? [])];
}

/** Returns the movements of pieces that changed their place. @param {any} before @param {any} view @returns {Movement[]} */
function pieces(before, view) {
  const moved = [before.robber !== view.robber && "robber", (before.ship ?? 0) !== (view.ship ?? 0) && "ship", before.merchant && before.merchant.hex !== view.merchant?.hex && "merchant"];
  return moved.flatMap((piece) => (piece ? [{ from: [piece], to: [piece] }] : []));
}

/** Returns the movements of cards of known kinds, each from one place to another.
 * @param {Counts} counts
 * @param {(kind: string) => string[]} from
 * @param {(kind: string) => string[]} to
 * @returns {Movement[]}
 */
const cards = (counts, from, to) => Object.entries(counts).flatMap(([kind, n]) => Array.from({ length: Math.min(n, SHOWN) }, () => ({ from: from(kind), to: to(kind), what: { kind } })));

/** Returns the movements of cards between two hands: by kind if the viewer sees one of the hands, otherwise face down.
 * @param {Told} told
 * @param {number} giver
 * @param {number} taker
 * @param {number} n
 * @param {Counts} [open] the kinds, if they are public
 */
function handed({ before, view }, giver, taker, n, open) {
  const counts = open ?? more(view, before, giver) ?? more(before, view, taker) ?? { card: n };
  return cards(counts, (kind) => handAt(giver, kind), (kind) => handAt(taker, kind));
}

/** Returns the cards of a hand that are missing from another view; null if there are none or they are hidden.
 * @param {any} less @param {any} full @param {number} seat
 * @returns {Counts | null}
 */
function more(less, full, seat) {
  const [was, is] = [less.seats[seat].hand, full.seats[seat].hand];
  if (!was || !is) return null;
  const found = Object.entries(is).flatMap(([kind, n]) => (n > (was[kind] ?? 0) ? [[kind, n - (was[kind] ?? 0)]] : []));
  return found.length > 0 ? Object.fromEntries(found) : null;
}

/** Returns the movements of the cards that each producing hex yields to seats.
 * @param {Told} told
 * @returns {Movement[]}
 */
function produced({ params, view, components }) {
  const rolled = (view.dice?.red ?? 0) + (view.dice?.yellow ?? 0);
  const hexes = components.hexes.flatMap((/** @type {any} */ { corners }, /** @type {number} */ hex) => (view.tokens[hex] === rolled && hex !== view.robber ? [{ hex, corners }] : []));
  return Object.entries(params.gained ?? {}).flatMap(([key, counts]) => {
    const seat = Number(key);
    const { cities = [], settlements = [] } = view.seats[seat];
    /** @type {Counts} */
    const left = { ...counts };
    /** @type {Movement[]} */
    const found = [];
    for (const { hex, corners } of hexes) {
      for (const corner of corners) {
        const piece = cities.includes(corner) ? "city" : settlements.includes(corner) ? "settlement" : null;
        if (piece === null) continue;
        for (const [kind, n] of Object.entries(components.yields[view.terrain[hex]][piece])) {
          const here = Math.min(/** @type {number} */ (n), left[kind] ?? 0);
          left[kind] -= here;
          found.push(...cards({ [kind]: here }, () => [`hex-${hex}`], () => handAt(seat, kind)));
        }
      }
    }
    return [...found, ...cards(left, bankAt, (kind) => handAt(seat, kind))];
  });
}

/** Returns the movements of the cards from the hexes around the second starting place. @param {Told} told */
function begun({ params, seat, view, components }) {
  if (!params.gained) return [];
  const around = components.hexes.flatMap((/** @type {any} */ { corners }, /** @type {number} */ hex) => (corners.includes(params.corner) ? [hex] : []));
  return around.flatMap((/** @type {number} */ hex) => cards(components.yields[view.terrain[hex]].settlement, () => [`hex-${hex}`], (kind) => handAt(seat, kind)));
}

/** Returns the movement of a progress card from its deck; it is turned over if the viewer sees it. @param {Told} told @returns {Movement[]} */
function drawn({ params, seat, before, view }) {
  const was = before.seats[seat].progress ?? [];
  const card = params.card ?? view.seats[seat].progress?.find((/** @type {string} */ id) => !was.includes(id));
  const flight = { from: deckAt(params.deck), what: { track: params.deck } };
  return [card ? { ...flight, to: [`card-${card}`, ...seatAt(seat)], turns: true } : { ...flight, to: seatAt(seat) }];
}

/** Returns a progress card, face up or face down. @param {any} components @param {{card?: string, deck?: string}} params @returns {What} */
const progress = (components, { card, deck }) => (card ? { card } : { track: deck ?? "card" });

/** @type {Record<string, (told: Told) => Movement[]>} */
const MOVED = {
  produced,
  "dice-rolled": ({ params: { red, yellow, face } }) => [{ from: [], to: ["table"], what: { dice: { red, yellow, face } }, plays: PLAYS.dice, reveals: ["dice", "producing"] }],
  "barbarians-landed": ({ line, later }) => [{ from: [], to: ["table"], what: { landing: landingOf(line, later()) }, plays: PLAYS.landing }],
  "city-pillaged": ({ params }) => [{ from: [], to: [`built-${params.corner}`], what: { flames: true }, plays: PLAYS.flames }],
  "defender-named": ({ seat }) => [{ from: ["table"], to: seatAt(seat), what: { star: true } }],
  "start-placed": begun,
  "knight-moved": ({ params }) => [{ from: [`knight-${params.start}`], to: [`knight-${params.corner}`] }],
  "card-stolen": (told) => handed(told, told.params.victim, told.seat, 1),
  "cards-taken": (told) => handed(told, told.params.victim, told.seat, told.params.count, told.params.cards),
  "cards-given": (told) => handed(told, told.seat, told.params.to, told.params.count),
  "harbor-answered": (told) => (told.params.swapped ? [...handed(told, told.seat, told.params.by, 1), ...handed(told, told.params.by, told.seat, 1)] : []),
  traded: (told) => [...handed(told, told.seat, told.params.partner, 0, told.params.given), ...handed(told, told.params.partner, told.seat, 0, told.params.taken)],
  "bank-traded": ({ params, seat }) => [...cards(params.given, (kind) => handAt(seat, kind), bankAt), ...cards(params.taken, bankAt, (kind) => handAt(seat, kind))],
  "cards-gained": ({ params, seat }) => cards(params.cards, bankAt, (kind) => handAt(seat, kind)),
  "cards-discarded": ({ params, seat }) => cards(params.cards, (kind) => handAt(seat, kind), bankAt),
  "progress-drawn": drawn,
  "progress-taken": ({ params, seat, components }) => [{ from: seatAt(params.victim), to: seatAt(seat), what: progress(components, params) }],
  "card-played": ({ params, seat }) => [{ from: [`card-${params.card}`, ...seatAt(seat)], to: ["table"], what: { card: params.card } }],
};

/** Draws a scene, or a flying object: a card of a kind with its symbol, a progress card with its name, or a star.
 * @param {{what: What, components: any, seats: import("../../types.d.ts").SeatInfo[]}} props
 */
export function Face({ what, components, seats }) {
  if (what.dice) return html`<${Dice} ...${what.dice} />`;
  if (what.landing) return html`<${LandingScene} ...${what.landing} seats=${seats} />`;
  if (what.flames) return html`<${Flames} />`;
  if (what.star) return html`<span class="ck-flown ck-star"><${Symbol} kind="star" /></span>`;
  if (!what.card) return html`<span class=${`ck-flown${what.track ? ` ck-track-${what.track}` : ""}`}><${Symbol} kind=${what.track ?? what.kind ?? "card"} /></span>`;
  const { id, deck } = cardOf(components, what.card);
  return html`<span class=${`ck-flown ck-named ck-track-${deck}`}><${Symbol} kind=${deck} /><b>${named(components, "card", id)}</b></span>`;
}
