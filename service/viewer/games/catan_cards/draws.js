/** Finds the random outcomes in a log of the card game and the random streams they come from. It knows no other rules. */

import { anew } from "../anew.js";

/** @typedef {import("../../types.d.ts").Draw} Draw */
/** @typedef {Omit<Draw, "entry">} Drawn */

/** The state that chance depends on. `piles` are the stacks, the event deck and the region stack, top card first; the last `told` cards of the event deck
 * are public. `decks` are the cards for each seat's stacks, `events` the events that each seat brought.
 * @typedef {{piles: Record<string, string[]>, told: number, revealed: string | null, drawn: string | null, decks: string[][], events: {events: Record<string, number>, pool: string[]}[], shuffles: number, rolls: number, duels: number, jousts: number}} Table
 */

/** @typedef {{mode: string, components: any, label(purpose: string): string, next: any[]}} Moment `next` are the two events that follow. */

const PIPS = [1, 2, 3, 4, 5, 6];
const OPEN = ["aqueduct", "patrons_house", "public_feeling"];
/** The number of stacks in the extended game with cards of the base game. */
const BASE_STACKS = 4;
/** @type {Table} */
const EMPTY = { piles: {}, told: 0, revealed: null, drawn: null, decks: [], events: [], shuffles: 0, rolls: 0, duels: 0, jousts: 0 };

/** Returns every shuffle, die roll and drawn card. If the game's components are not available, `from` is null for a draw that needs the printed cards.
 * @param {readonly any[]} entries
 * @param {any} components
 * @returns {Draw[]}
 */
export function draws(entries, components) {
  const mode = entries[0].e.options.mode ?? "extended";
  /** @type {Map<number, Table>} */
  const past = new Map();
  /** @type {Draw[]} */
  const found = [];
  let table = EMPTY;
  let epoch = 0;
  for (const [index, { n, e }] of entries.entries()) {
    const label = (/** @type {string} */ purpose) => (epoch ? `${purpose}/u${epoch}` : purpose);
    const next = entries.slice(index + 1, index + 3).map((entry) => entry.e);
    try {
      const drawing = e.t === "positioned" ? anew(entries, e, label) : drawn(e, table, { mode, components, label, next });
      for (const draw of drawing) found.push({ entry: n, ...draw });
      table = e.t === "undone" ? (past.get(e.to) ?? table) : e.t === "positioned" ? laid(e.state, mode) : after(e, table);
    } catch {
      // An event that lacks fields fails here. The entry is named as the one whose draw cannot be repeated.
      return [...found, { entry: n, field: "", label: null, from: [], outcome: [""] }];
    }
    if (e.t === "undone") epoch += 1;
    past.set(n, table);
  }
  return found;
}

/** Returns the draws of one event.
 * @param {any} e
 * @param {Table} table
 * @param {Moment} moment
 * @returns {Drawn[]}
 */
function drawn(e, table, moment) {
  const { components, label } = moment;
  const dice = (/** @type {string} */ field, /** @type {string} */ purpose, /** @type {number[]} */ outcome) => ({ field, label: label(purpose), each: true, from: outcome.map(() => PIPS), outcome });
  switch (e.t) {
    case "decks-brought":
      return e.decks.map((/** @type {any} */ deck, /** @type {number} */ seat) => ({ field: "decks", label: label(`pool-${seat}/0`), from: components && pool(components, seat), outcome: deck.pool }));
    case "stack-shuffled":
      return [{ field: "order", label: label(`${pileOf(e)}/0`), ...stack(e, table, moment) }];
    case "events-shuffled":
      return [{ field: "order", label: label(`events/${table.shuffles}`), ...eventDeck(e, table, moment) }];
    case "regions-shuffled":
      return [{ field: "order", label: label(`regions/${table.shuffles}`), from: regions(e, table, components), outcome: e.order }];
    case "first-rolled":
      return [...e.rolls.map((/** @type {number[]} */ pips, /** @type {number} */ time) => dice("rolls", `first/${time}`, pips)), ...(isFirst(e) ? [] : [{ field: "seat", label: label("first/0"), from: [], outcome: [e.seat] }])];
    case "dice-rolled":
      return [
        { field: "event", label: label(`event-die/${table.rolls}`), each: true, from: components && [components.die], outcome: [e.event] },
        ...(e.named ? [] : [dice("number", `production/${table.rolls}`, [e.number])]),
      ];
    case "duel-rolled":
      return [dice("pips", `duel/${table.duels}`, [e.pips])];
    case "joust-rolled":
      return [dice("rolls", `joust/${table.jousts}`, e.rolls.flat())];
    case "card-drawn":
      return [top("card", table.piles[pileOf(e)], e.card)];
    case "event-revealed":
      return [top("card", table.piles.events, e.card)];
    case "region-drawn":
      return [top("region", table.piles.regions, e.region)];
    case "regions-placed":
      return table.drawn ? [top("above", table.piles.regions, e.above === table.drawn ? e.below : e.below === table.drawn ? e.above : "")] : [];
    default:
      return [];
  }
}

/** Returns whether this seat won the roll for the start: it has more in the last pair, and every pair before is equal.
 * @param {{seat: number, rolls: [number, number][]}} e
 */
const isFirst = ({ seat, rolls }) => rolls.every(([one, other], at) => (at < rolls.length - 1 ? one === other : seat ? one < other : one > other));

/** @param {string} field
 * @param {string[]} from
 * @param {string} card
 * @returns {Drawn}
 */
const top = (field, from, card) => ({ field, label: null, from, count: 1, outcome: [card] });

/** Returns the name of a stack: its number, with the seat if the stack belongs to one.
 * @param {{stack: number, of?: number}} e
 */
const pileOf = ({ stack: number, of }) => (of === undefined ? `stack-${number}` : `own-${of}-${number}`);

/** Returns the draw of a stack: dealt from the remaining cards or, after an undo, shuffled except for known cards.
 * @param {any} e
 * @param {Table} table
 * @param {Moment} moment
 */
function stack(e, { piles, decks }, { mode, components, next }) {
  if (e.why === "undo") return renewed(piles[pileOf(e)], e.order, known(next));
  const dealt = Object.values(piles).flat();
  const cards = mode === "tournament" ? decks[e.of] : components && copies(components.cards.filter((/** @type {any} */ card) => isIn(card, e.stack, mode)));
  return { from: cards && cards.filter((/** @type {string} */ card) => !dealt.includes(card)), count: e.order.length, outcome: e.order };
}

/** @param {any} card
 * @param {number} number
 * @param {string} mode
 */
const isIn = (card, number, mode) => (mode === "base" ? card.set === "base" : !OPEN.includes(card.id) && card.set === (number <= BASE_STACKS ? "base" : "kw"));

/** Returns the places of the cards that seats still know after an undo.
 * @param {any[]} next
 * @returns {string[]}
 */
const known = (next) => next.filter(({ t }) => t === "sight-kept").flatMap(({ slots }) => slots);

/** Returns the draw of a reshuffled pile: kept cards keep their places, and the others are shuffled.
 * @param {string[]} pile
 * @param {string[]} order
 * @param {readonly string[]} kept
 */
function renewed(pile, order, kept) {
  const of = (/** @type {string[]} */ cards, /** @type {boolean} */ stays) => cards.filter((_, place) => kept.includes(pile[place]) === stays);
  return { known: of(pile, true), from: of(pile, false).sort(), outcome: [...of(order, true), ...of(order, false)] };
}

/** Returns the draw of the event deck: at the start, at the end of a year, or after an undo, which keeps the public cards.
 * @param {any} e
 * @param {Table} table
 * @param {Moment} moment
 */
function eventDeck(e, { piles, told, revealed, events }, { mode, components }) {
  if (e.why === "undo") return renewed(piles.events, e.order, told ? piles.events.slice(-told) : []);
  if (e.why === "year-end") return { from: [...piles.events, /** @type {string} */ (revealed)], outcome: e.order };
  const all = components && components.events.filter((/** @type {any} */ one) => mode !== "base" || one.set === "base");
  return { from: all && (mode === "tournament" ? events.flatMap((own, seat) => brought(all, own, seat)) : copies(all)), outcome: e.order };
}

/** Returns the event cards that a seat adds: the mandatory ones and the ones it chose. The host also adds those that cannot be chosen.
 * @param {any[]} all
 * @param {{events: Record<string, number>, pool: string[]}} own
 * @param {number} seat
 */
function brought(all, own, seat) {
  const due = (/** @type {any} */ one) => (one.free || one.mandatory ? one.mandatory : seat ? 0 : one.copies);
  return first(own.pool, all.map((one) => [one.id, due(one) + (own.events[one.id] ?? 0)]));
}

/** Returns every copy of a card or event that a seat could bring in its deck.
 * @param {any} components
 * @param {number} seat
 */
const pool = ({ cards, events }, seat) => copies([...cards, ...events], `${seat}:`);

/** Returns the given number of copies of each title, always those that come first in the pool.
 * @param {string[]} from
 * @param {[string, number][]} titles
 */
const first = (from, titles) => titles.flatMap(([id, count]) => from.filter((copy) => copy.slice(copy.indexOf(":") + 1, copy.lastIndexOf("-")) === id).slice(0, count).sort());

/** @param {any} e
 * @param {Table} table
 * @param {any} components
 */
function regions(e, { piles }, components) {
  if (e.why === "scout") return piles.regions;
  if (e.why === "undo") return [...piles.regions].sort();
  return components && components.regions.map((/** @type {any} */ region) => region.id);
}

/** @param {{id: string, copies: number}[]} cards
 * @returns {string[]}
 */
const copies = (cards, owner = "") => cards.flatMap(({ id, copies: count }) => Array.from({ length: count }, (_, copy) => `${owner}${id}-${copy + 1}`));

/** Returns the table after an event.
 * @param {any} e
 * @param {Table} table
 * @returns {Table}
 */
function after(e, table) {
  const { piles } = table;
  switch (e.t) {
    case "decks-brought":
      return { ...table, decks: e.decks.map(deck), events: e.decks };
    case "layouts-shown":
      return e.hands ? { ...table, decks: table.decks.map((cards, seat) => cards.filter((card) => !e.hands[seat].includes(card))) } : table;
    case "stack-shuffled":
      return { ...table, piles: { ...piles, [pileOf(e)]: e.order } };
    case "events-shuffled":
      return { ...table, piles: { ...piles, events: e.order }, told: e.told ?? 0, revealed: e.why === "year-end" ? null : table.revealed, shuffles: table.shuffles + 1 };
    case "regions-shuffled":
      return { ...table, piles: { ...piles, regions: e.order }, shuffles: table.shuffles + 1 };
    case "dice-rolled":
      return { ...table, rolls: table.rolls + 1 };
    case "duel-rolled":
      return { ...table, duels: table.duels + 1 };
    case "joust-rolled":
      return { ...table, jousts: table.jousts + 1 };
    case "event-revealed":
      return { ...out(table, "events", [e.card]), revealed: e.card, told: Math.min(table.told, piles.events.length - 1) };
    case "event-returned":
      return { ...under(table, "events", e.card), revealed: null, told: table.told + 1 };
    case "cards-taken":
      return out(table, pileOf(e), e.cards);
    case "card-drawn":
    case "card-picked":
      return out(table, pileOf(e), [e.card]);
    case "card-swapped":
      return under(out(table, pileOf(e), [e.took]), pileOf({ stack: e.under, of: e.of }), e.put);
    case "cards-shed":
      return e.cards.reduce((/** @type {Table} */ so, /** @type {string} */ card, /** @type {number} */ at) => under(so, pileOf({ stack: e.stacks[at], of: e.of }), card), table);
    case "cards-removed":
      return e.cards.reduce((/** @type {Table} */ so, /** @type {string} */ card) => under(so, pileOf(e), card), table);
    case "region-drawn":
      return { ...out(table, "regions", [e.region]), drawn: e.region };
    case "regions-placed":
      return { ...out(table, "regions", [e.above, e.below]), drawn: null };
    default:
      return table;
  }
}

/** Returns the table of a match that begins with a position.
 * @param {any} state
 * @param {string} mode
 * @returns {Table}
 */
function laid({ stacks, events, regions, told, revealed, drawn_region: drawn, seats, ...counted }, mode) {
  const each = mode === "tournament" ? stacks.length / seats.length : stacks.length;
  const name = (/** @type {number} */ at) => pileOf({ stack: (at % each) + 1, of: mode === "tournament" ? Math.floor(at / each) : undefined });
  const piles = Object.fromEntries(stacks.map((/** @type {string[]} */ stack, /** @type {number} */ at) => [name(at), stack]));
  return { ...EMPTY, ...counted, piles: { ...piles, events, regions }, told, revealed, drawn };
}

/** Returns the cards of the deck that a seat brought to the match, copy by copy.
 * @param {{cards: Record<string, number>, pool: string[]}} brought
 */
const deck = ({ cards, pool: from }) => first(from, Object.entries(cards));

/** Returns the table with some cards taken out of a pile.
 * @param {Table} table
 * @param {string} pile
 * @param {string[]} cards
 * @returns {Table}
 */
const out = (table, pile, cards) => ({ ...table, piles: { ...table.piles, [pile]: table.piles[pile].filter((card) => !cards.includes(card)) } });

/** Returns the table with a card put under a pile.
 * @param {Table} table
 * @param {string} pile
 * @param {string} card
 * @returns {Table}
 */
const under = (table, pile, card) => ({ ...table, piles: { ...table.piles, [pile]: [...table.piles[pile], card] } });
