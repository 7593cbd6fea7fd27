/** Finds the random outcomes in a log of Katharina and the random streams they come from. It knows no other rules. */

import { anew } from "../anew.js";

/** @typedef {import("../../types.d.ts").Draw} Draw */

/**
 * @typedef {{row: string[], below: (string | null)[]}} Display
 * @typedef {{stock: string[], discard: string[], shuffles: number, displays: Display[]}} Piles
 */

/** @type {Piles} */
const EMPTY = { stock: [], discard: [], shuffles: 0, displays: [] };

/** Returns every shuffle and every drawn card. If the game's components are not available, `from` is null for a draw that needs all orders or all cards.
 * @param {readonly any[]} entries
 * @param {any} components
 * @returns {Draw[]}
 */
export function draws(entries, components) {
  /** @type {Map<number, Piles>} */
  const past = new Map();
  /** @type {Draw[]} */
  const found = [];
  let piles = EMPTY;
  /** @type {Piles | null} */
  let undone = null;
  let epoch = 0;
  for (const { n, e } of entries) {
    const label = (/** @type {string} */ purpose) => (epoch ? `${purpose}/u${epoch}` : purpose);
    try {
      const draw = drawn(e, piles, undone, components, entries[0].e.seats, label);
      if (draw) found.push({ entry: n, ...draw });
      if (e.t === "positioned") for (const pool of anew(entries, e, label)) found.push({ entry: n, ...pool });
      undone = e.t === "undone" ? piles : null;
      piles = after(e, piles, past);
    } catch {
      // An event that lacks fields fails here. The entry is named as the one whose draw cannot be repeated.
      return [...found, { entry: n, field: "", label: null, from: [], outcome: [""] }];
    }
    if (e.t === "undone") epoch += 1;
    past.set(n, piles);
  }
  return found;
}

/** Returns the draw of one event.
 * @param {any} e
 * @param {Piles} piles
 * @param {Piles | null} undone the piles that the previous entry undid
 * @param {any} components
 * @param {number} seats
 * @param {(purpose: string) => string} label
 * @returns {Omit<Draw, "entry"> | null}
 */
function drawn(e, piles, undone, components, seats, label) {
  switch (e.t) {
    case "orders-dealt":
      return { field: "orders", label: label("orders/0"), from: components && ids(components.orders), count: seats, outcome: e.orders };
    case "stock-shuffled":
      if (piles.shuffles === 0) return { field: "order", label: label("deck/0"), from: components && ids(components.cards), outcome: e.order };
      return { field: "order", label: label(`deck/${piles.shuffles}`), ...renewed(undone, piles), outcome: e.order };
    case "discard-shuffled":
      return { field: "order", label: label(`deck/${piles.shuffles}`), from: [...piles.discard].sort(), outcome: e.order };
    case "cards-drawn":
      return fromTheTop("cards", piles, e.cards.flat());
    case "card-resolved":
    case "book-residence":
      return e.drawn ? fromTheTop("drawn", piles, e.drawn) : null;
    default:
      return null;
  }
}

/**
 * @param {string} field
 * @param {Piles} piles
 * @param {string[]} outcome
 */
const fromTheTop = (field, { stock }, outcome) => ({ field, label: null, from: stock, count: outcome.length, outcome });

/** Returns the stock after an undo: cards drawn before the undo keep their places, and the unseen rest is shuffled.
 * @param {Piles | null} now the piles before the undo; null otherwise
 * @param {Piles} then
 */
function renewed(now, then) {
  if (!now) return { from: [] };
  const hidden = now.shuffles === then.shuffles ? now.stock.length : then.stock.length;
  const known = Math.max(0, then.stock.length - hidden);
  return { known: then.stock.slice(0, known), from: then.stock.slice(known).sort() };
}

/** Returns the piles after an event.
 * @param {any} e
 * @param {Piles} piles
 * @param {Map<number, Piles>} past
 * @returns {Piles}
 */
function after(e, piles, past) {
  const { stock, discard, shuffles, displays } = piles;
  switch (e.t) {
    case "undone":
      return past.get(e.to) ?? piles;
    case "positioned":
      return { ...e.state, displays: e.state.seats.map((/** @type {any} */ seat) => ({ row: seat.action_row, below: seat.activation })) };
    case "stock-shuffled":
      return { ...piles, stock: e.order, shuffles: shuffles + 1 };
    case "discard-shuffled":
      return { ...piles, stock: e.order, discard: [], shuffles: shuffles + 1 };
    case "cards-drawn":
      return { ...piles, stock: stock.slice(e.cards.flat().length) };
    case "book-residence":
    case "card-resolved":
      return { ...piles, stock: stock.slice(e.drawn?.length ?? 0), discard: [...discard, ...(e.paid ?? []), ...(e.bonus_paid ?? [])] };
    case "displays-shown":
      return { ...piles, displays: e.displays.map((/** @type {string[]} */ row) => ({ row, below: row.map(() => null) })) };
    case "cards-revealed":
      return { ...piles, displays: displays.map((display, seat) => played(display, e.plays[seat])) };
    case "displays-cleared":
      return { ...piles, displays: displays.map(cleared), discard: [...discard, ...displays.flatMap(activated)] };
    default:
      return piles;
  }
}

/** @param {Display} display
 * @param {{action: string, activation: string, slot: number}} play
 * @returns {Display}
 */
const played = ({ row, below }, { action, activation, slot }) => ({ row: [...row, action], below: [...below, null].map((card, at) => (at === slot ? activation : card)) });

/** Returns the activated cards and the cards below them.
 * @param {Display} display
 * @returns {string[]}
 */
const activated = ({ row, below }) => row.flatMap((card, at) => (below[at] === null ? [] : [card, /** @type {string} */ (below[at])]));

/** @param {Display} display
 * @returns {Display}
 */
function cleared({ row, below }) {
  const left = row.filter((_, at) => below[at] === null);
  return { row: left, below: left.map(() => null) };
}

/** @param {readonly {id: string}[]} things */
const ids = (things) => things.map(({ id }) => id).sort();
