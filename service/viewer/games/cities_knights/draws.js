/** Finds the random outcomes in a log of Cities & Knights and the random streams they come from. It knows no other rules. */

import { anew } from "../anew.js";

/** @typedef {import("../../types.d.ts").Draw} Draw */
/** @typedef {Omit<Draw, "entry">} Drawn */

/** The state that chance depends on: each deck from the top, how many of its cards were never seen, and the deck of each card.
 * @typedef {{decks: Record<string, string[]>, of: Record<string, string>, fresh: Record<string, number>, rolls: number, steals: number, attacks: number, ship: number, turn: number}} Table
 */

const DECKS = ["trade", "politics", "science"];
const PIPS = [1, 2, 3, 4, 5, 6];
/** E, NE, NW, W, SW, SE in axial coordinates: the directions of the corners at which the spiral may begin. */
const DIRECTIONS = [[1, 0], [1, -1], [0, -1], [-1, 0], [-1, 1], [0, 1]];
/** @type {Table} */
const EMPTY = { decks: {}, of: {}, fresh: {}, rolls: 0, steals: 0, attacks: 0, ship: 0, turn: 0 };

/** Returns every shuffle, die roll, and drawn or stolen card. If the game's components are not available, `from` is null for a draw that needs the printed cards.
 * @param {readonly any[]} entries
 * @param {any} components
 * @returns {Draw[]}
 */
export function draws(entries, components) {
  const opened = entries[0].e;
  /** @type {Map<number, Table>} */
  const past = new Map();
  /** @type {Draw[]} */
  const found = [];
  let table = EMPTY;
  /** @type {Table | null} the table that was undone, until its decks are reshuffled */
  let undone = null;
  let epoch = 0;
  for (const { n, e } of entries) {
    const label = (/** @type {string} */ purpose) => (epoch ? `${purpose}/u${epoch}` : purpose);
    try {
      const drawing = e.t === "positioned" ? anew(entries, e, label) : drawn(e, table, undone, { opened, components, label });
      for (const draw of drawing) found.push({ entry: n, ...draw });
      if (e.t !== "deck-shuffled") undone = e.t === "undone" ? table : null;
      table = after(e, table, past);
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
 * @param {Table | null} undone
 * @param {{opened: any, components: any, label(purpose: string): string}} match
 * @returns {Drawn[]}
 */
function drawn(e, table, undone, { opened, components, label }) {
  switch (e.t) {
    case "first-drawn":
      return [{ field: "seat", label: label("first/0"), each: true, from: [range(opened.seats)], outcome: [e.seat] }];
    case "island-dealt":
      return island(e, opened.options, components, label);
    case "deck-shuffled":
      if (undone) return [{ field: "order", label: label(`deck-${e.deck}/0`), ...renewed(undone, table, e.deck), outcome: e.order }];
      return [{ field: "order", label: label(`deck-${e.deck}/0`), from: components && printed(components, e.deck), outcome: e.order }];
    case "dice-rolled":
      return [
        { field: "event", label: label(`event-die/${table.rolls}`), each: true, from: components && [components.deal.event_faces], outcome: [e.event] },
        ...(e.chosen ? [] : [dice(e, table, opened, components, label(`dice/${table.rolls}`))]),
      ];
    case "card-stolen":
      return [{ field: "index", label: label(`steal/${table.steals}`), each: true, from: [range(e.among)], outcome: [e.index] }];
    case "progress-drawn":
      return [{ field: "card", label: null, from: table.decks[e.deck], count: 1, outcome: [e.card] }];
    default:
      return [];
  }
}

/** Returns the draws of the island's random parts; the beginners' layouts are printed.
 * @param {any} e
 * @param {any} options
 * @param {any} components
 * @param {(purpose: string) => string} label
 * @returns {Drawn[]}
 */
function island({ terrain, tokens, harbors, robber }, options, components, label) {
  const { board_layout: layout = "official_spiral", harbor_layout: harbor = "shuffled", robber_start: start = "desert" } = options;
  if (layout.startsWith("beginner")) return [];
  const deal = components?.deal;
  const desert = terrain.indexOf("desert");
  /** @type {Drawn[]} */
  const found = [{ field: "terrain", label: label("terrain/0"), from: deal && deal.terrain, outcome: terrain }];
  if (layout === "official_spiral") found.push({ field: "tokens", label: label("corner/0"), each: true, from: deal && [PIPS.map((_, corner) => spiralled(components, terrain, corner))], outcome: [tokens] });
  else {
    let tried = 0;
    const again = (/** @type {number[]} */ lying) => (touching(components, [...lying.slice(0, desert), 0, ...lying.slice(desert)]) ? label(`tokens/${(tried += 1)}`) : null);
    found.push({ field: "tokens", label: label("tokens/0"), from: deal && deal.tokens, outcome: tokens.filter((/** @type {number} */ _, /** @type {number} */ hex) => hex !== desert), again });
  }
  if (harbor === "shuffled") found.push({ field: "harbors", label: label("harbors/0"), from: deal && deal.harbors, outcome: harbors });
  const printed = harbor === "shuffled" || !deal || String(harbors) === String(deal.harbors);
  const follows = printed && tokens[desert] === 0 && robber === (start === "off_board" ? -1 : desert);
  return follows ? found : [...found, { field: "robber", label: label("terrain/0"), from: [], outcome: [robber] }];
}

/** Returns the tokens by hex, laid in letter order along the spiral from a corner; the desert gets none.
 * @param {any} components
 * @param {string[]} terrain
 * @param {number} corner
 */
function spiralled(components, terrain, corner) {
  const tokens = terrain.map(() => 0);
  const land = spiral(components.hexes, corner).filter((hex) => terrain[hex] !== "desert");
  land.forEach((hex, index) => (tokens[hex] = components.deal.tokens[index]));
  return tokens;
}

/** Returns all hexes on the spiral, counterclockwise from a corner to the centre.
 * @param {readonly {q: number, r: number}[]} hexes
 * @param {number} corner
 * @returns {number[]}
 */
function spiral(hexes, corner) {
  const at = (/** @type {number} */ q, /** @type {number} */ r) => hexes.findIndex((hex) => hex.q === q && hex.r === r);
  const walk = [];
  for (let ring = Math.max(...hexes.map(({ q }) => q)); ring > 0; ring -= 1) {
    let [q, r] = DIRECTIONS[corner].map((part) => part * ring);
    for (let turn = corner + 2; turn < corner + 8; turn += 1) {
      const [x, y] = DIRECTIONS[turn % 6];
      for (let step = 0; step < ring; step += 1, q += x, r += y) walk.push(at(q, r));
    }
  }
  return [...walk, at(0, 0)];
}

/** Returns whether two red numbers are adjacent, in which case all tokens are drawn again.
 * @param {any} components
 * @param {number[]} tokens
 */
function touching(components, tokens) {
  const red = components.hexes.filter((/** @type {any} */ _, /** @type {number} */ hex) => components.deal.red.includes(tokens[hex]));
  const near = (/** @type {any} */ one, /** @type {any} */ other) => DIRECTIONS.some(([x, y]) => one.q + x === other.q && one.r + y === other.r);
  return red.some((/** @type {any} */ one) => red.some((/** @type {any} */ other) => near(one, other)));
}

/** Returns the draw of the red and yellow dice; sevens are rerolled if they are excluded before the first attack.
 * @param {any} e
 * @param {Table} table
 * @param {any} opened
 * @param {any} components
 * @param {string} label
 * @returns {Drawn}
 */
function dice(e, table, { options, seats }, components, label) {
  const draw = { field: "red", label, each: true, from: [PIPS, PIPS], outcome: [e.red, e.yellow] };
  if (options.sevens_before_first_attack !== "reroll" || table.attacks) return draw;
  const attack = e.event === "ship" && table.turn > (options.grace_rounds ?? 0) * seats && table.ship + 1 === components?.barbarian_steps;
  return attack ? draw : { ...draw, from: components && draw.from, again: ([red, yellow]) => (red + yellow === 7 ? label : null) };
}

/** Returns the unseen part of a deck after an undo: cards drawn before the undo keep their places, and the rest is shuffled.
 * @param {Table} now the table before the undo
 * @param {Table} then
 * @param {string} deck
 */
function renewed(now, then, deck) {
  const fresh = then.decks[deck].slice(0, then.fresh[deck]);
  const seen = fresh.length - now.fresh[deck];
  return { known: fresh.slice(0, seen), from: fresh.slice(seen).sort() };
}

/** Returns the table after an event.
 * @param {any} e
 * @param {Table} table
 * @param {Map<number, Table>} past
 * @returns {Table}
 */
function after(e, table, past) {
  const { decks, fresh } = table;
  switch (e.t) {
    case "undone":
      return past.get(e.to) ?? table;
    case "positioned":
      return laid(e.state);
    case "deck-shuffled":
      return {
        ...table,
        decks: { ...decks, [e.deck]: [...e.order, ...(decks[e.deck]?.slice(fresh[e.deck]) ?? [])] },
        of: { ...table.of, ...Object.fromEntries(e.order.map((/** @type {string} */ card) => [card, e.deck])) },
        fresh: { ...fresh, [e.deck]: e.order.length },
      };
    case "progress-drawn":
      return { ...table, decks: { ...decks, [e.deck]: decks[e.deck].slice(1) }, fresh: { ...fresh, [e.deck]: Math.max(0, fresh[e.deck] - 1) } };
    case "progress-discarded":
      return e.cards.reduce(under, table);
    case "card-played":
      return under(table, e.card);
    case "turn-began":
      return { ...table, turn: table.turn + 1 };
    case "dice-rolled":
      return { ...table, rolls: table.rolls + 1 };
    case "ship-moved":
      return { ...table, ship: e.step };
    case "barbarians-left":
      return { ...table, ship: 0, attacks: table.attacks + 1 };
    case "card-stolen":
      return { ...table, steals: table.steals + 1 };
    default:
      return table;
  }
}

/** Returns the table of a match that begins with a position.
 * @param {any} state
 * @returns {Table}
 */
function laid({ decks, fresh, rolls, steals, attacks, ship, turn, seats }) {
  const cards = [...decks.flat(), ...seats.flatMap((/** @type {any} */ seat) => [...seat.progress, ...seat.shown])];
  return {
    decks: Object.fromEntries(DECKS.map((deck, number) => [deck, decks[number]])),
    fresh: Object.fromEntries(DECKS.map((deck, number) => [deck, fresh[number]])),
    of: Object.fromEntries(cards.map((card) => [card, card.split(".")[0]])),
    ...{ rolls, steals, attacks, ship, turn },
  };
}

/** Returns the table with a card put under its deck.
 * @param {Table} table
 * @param {string} card
 * @returns {Table}
 */
function under(table, card) {
  const deck = table.of[card];
  return { ...table, decks: { ...table.decks, [deck]: [...table.decks[deck], card] } };
}

/** Returns the cards of a deck in printed order.
 * @param {any} components
 * @param {string} deck
 * @returns {string[]}
 */
const printed = (components, deck) => components.cards.filter((/** @type {any} */ card) => card.deck === deck).flatMap((/** @type {any} */ card) => card.copies);

const range = (/** @type {number} */ n) => Array.from({ length: n }, (_, index) => index);
