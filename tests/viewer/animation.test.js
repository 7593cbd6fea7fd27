/** What moves between two moments, and which movements the lines of each game cause. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { movements as pileMovements } from "../../service/viewer/games/catan_cards/moving.js";
import { movements as islandMovements } from "../../service/viewer/games/cities_knights/moving.js";
import { landingOf } from "../../service/viewer/games/cities_knights/scenes/landing.js";
import { movements as mapMovements } from "../../service/viewer/games/katharina/moving.js";
import { movementsBetween } from "../../service/viewer/timeline/movements.js";

/** A timeline whose lines are keys and whose views are their versions. @param {(string | null)[]} keys */
const seen = (keys) => ({
  first: 0,
  last: keys.length - 1,
  line: (/** @type {number} */ version) => (keys[version] === null ? null : { key: /** @type {string} */ (keys[version]) }),
  view: (/** @type {number} */ version) => ({ version }),
});
const told = (/** @type {any} */ line, /** @type {any} */ before, /** @type {any} */ view) => [{ from: [`${line.key} ${before.version}`], to: [`${view.version}`], what: line.key, turns: true }];

test("a step animates its lines in order, except for lines about the match as a whole", () => {
  const lines = seen([null, "started", "one", "two", "three"]);
  assert.deepEqual(movementsBetween(lines, [1, 3, 4], 1, 3, told), [
    { from: ["one 1"], to: ["2"], what: "one", turns: true },
    { from: ["two 2"], to: ["3"], what: "two", turns: true },
  ]);
  assert.deepEqual(movementsBetween(lines, [1, 3, 4], 0, 1, told), []);
});

test("a step back shows the movements reversed and face down", () => {
  assert.deepEqual(movementsBetween(seen([null, "started", "one", "two"]), [1, 3], 3, 1, told), [
    { from: ["3"], to: ["two 2"], what: "two" },
    { from: ["2"], to: ["one 1"], what: "one" },
  ]);
});

test("a movement sees the lines after its line", () => {
  /** @type {string[][]} */
  const found = [];
  movementsBetween(seen([null, "started", "one", "two", "three"]), [1, 2, 3, 4], 1, 2, (_line, _before, _view, later) => (found.push(later().map(({ key }) => key)), []));
  assert.deepEqual(found, [["two", "three"]]);
});

test("nothing moves when the cursor jumps or stays", () => {
  const lines = seen([null, "started", "one", "two", "three"]);
  assert.deepEqual(movementsBetween(lines, [1, 2, 3, 4], 1, 3, told), []);
  assert.deepEqual(movementsBetween(lines, [1, 2, 3, 4], 4, 2, told), []);
  assert.deepEqual(movementsBetween(lines, [1, 2, 3, 4], 2, 2, told), []);
});

const { components, own, spectator } = JSON.parse(readFileSync(new URL("cities_knights_views.json", import.meta.url), "utf8"));
const moved = (/** @type {any} */ line, /** @type {any} */ before = own, /** @type {any} */ view = own) => islandMovements(line, before, view, components);
/** @param {any} view @param {number} seat @param {any} more */
const holding = (view, seat, more) => ({ ...view, seats: { ...view.seats, [seat]: { ...view.seats[seat], ...more } } });

test("produced cards move from their hexes to the visible hand or to the seat", () => {
  const view = { ...own, dice: { red: 5, yellow: 6 }, robber: 0 };
  const found = moved({ key: "produced", params: { gained: { 0: { lumber: 1, paper: 1, grain: 1 } } } }, view, view);
  assert.deepEqual(found.map(({ from, to, what }) => [from[0], to, what.kind]), [
    ["hex-8", ["hand-0-lumber", "seat-0", "player-0"], "lumber"],
    ["hex-8", ["hand-0-paper", "seat-0", "player-0"], "paper"],
    ["bank-grain", ["hand-0-grain", "seat-0", "player-0"], "grain"],
  ]);
});

test("a roll plays on the island, and what it brings is not seen before", () => {
  const [scene] = moved({ key: "dice-rolled", params: { red: 4, yellow: 6, face: "ship" } });
  assert.deepEqual([scene.to, scene.what, scene.reveals], [["table"], { dice: { red: 4, yellow: 6, face: "ship" } }, ["dice", "producing"]]);
});

test("the landing of the barbarians names the thanked and the fallen players from the lines after it", () => {
  const line = (/** @type {string} */ key, /** @type {any} */ seat, /** @type {any} */ params) => ({ key, seat, params });
  const landed = (/** @type {any[]} */ defence, /** @type {boolean} */ held, /** @type {any[]} */ ...later) => {
    const { thanked, shared, fallen } = landingOf({ key: "barbarians-landed", params: { strength: 2, defence, held } }, [...later, { key: "barbarians-left" }, line("city-pillaged", 3, {})]);
    return { thanked, shared, fallen };
  };
  assert.deepEqual(landed([0, 2], true, line("defender-named", 1, {})), { thanked: [1], shared: [], fallen: [] });
  assert.deepEqual(landed([1, 1, 0], true, line("asked", undefined, { prompt: "choose-deck", seats: [1] })), { thanked: [], shared: [0, 1], fallen: [] });
  assert.deepEqual(landed([0, 0, 1], false, line("city-pillaged", 0, {}), line("asked", undefined, { prompt: "choose-city", seats: [1] }), line("city-pillaged", 1, {})), { thanked: [], shared: [], fallen: [0, 1] });
  assert.deepEqual(landed([0, 0], true), { thanked: [], shared: [], fallen: [] });
});

test("a stolen card is face up for viewers who see one of the two hands, and face down for all others", () => {
  const line = { key: "card-stolen", seat: 0, params: { victim: 1 } };
  const after = holding(own, 0, { hand: { ...own.seats[0].hand, ore: 3 } });
  assert.deepEqual(moved(line, own, after), [{ from: ["hand-1-ore", "seat-1", "player-1"], to: ["hand-0-ore", "seat-0", "player-0"], what: { kind: "ore" } }]);
  assert.deepEqual(moved(line, spectator, spectator).map(({ what }) => what), [{ kind: "card" }]);
});

test("a trade moves cards in both directions at once", () => {
  const found = moved({ key: "traded", seat: 1, params: { partner: 2, given: { coin: 1 }, taken: { grain: 2 } } });
  assert.deepEqual(found.map(({ from, to, what }) => [from[1], to[1], what.kind]), [
    ["seat-1", "seat-2", "coin"],
    ["seat-2", "seat-1", "grain"],
    ["seat-2", "seat-1", "grain"],
  ]);
});

test("the robber, the ship and the merchant move from where they were, whichever line moves them", () => {
  const view = { ...own, robber: 3, ship: 0, merchant: { seat: 0, hex: 2 } };
  assert.deepEqual(moved({ key: "anything" }, own, view), [["robber"], ["ship"], ["merchant"]].map((piece) => ({ from: piece, to: piece })));
  assert.deepEqual(moved({ key: "anything" }, own, own), []);
});

test("a progress card turns face up for the seat that draws it, and stays face down for all others", () => {
  const [drawn] = moved({ key: "progress-drawn", seat: 0, params: { deck: "trade" } }, own, holding(own, 0, { progress: [...own.seats[0].progress, "trade.merchant.1"] }));
  assert.deepEqual([drawn.to[0], drawn.turns], ["card-trade.merchant.1", true]);
  assert.deepEqual(moved({ key: "progress-drawn", seat: 1, params: { deck: "trade" } }), [
    { from: ["deck-trade", "dice", "table"], to: ["seat-1", "player-1"], what: { track: "trade" } },
  ]);
});

test("in Katharina, drawn cards turn over only for viewers who see the hand", () => {
  const seat = { favour: 1 };
  const view = { seats: { 0: { ...seat, hand: ["P001", "P002"] }, 1: seat } };
  const before = { seats: { 0: { ...seat, hand: ["P001"] }, 1: { favour: 0 } } };
  const stock = ["stock", "table"];
  assert.deepEqual(mapMovements({ key: "cards-drawn", params: { counts: [1, 2] } }, before, view), [
    { from: stock, to: ["card-P002", "seat-0", "player-0"], what: {}, turns: true },
    { from: stock, to: ["seat-1", "player-1"], what: {} },
    { from: stock, to: ["seat-1", "player-1"], what: {} },
    { from: ["favour-1"], to: ["favour-1"] },
  ]);
});

test("paid cards, residences and tiles of Katharina move to their places", () => {
  const view = { seats: { 0: { favour: 1 } } };
  const line = { key: "card-resolved", seat: 0, params: { paid: ["P005"], city: "kiev", tile: "food", drawn: 1 } };
  assert.deepEqual(mapMovements(line, view, view).map(({ from, to, what }) => [from[0], to[0], what]), [
    ["card-P005", "discard", { card: "P005" }],
    ["seat-0", "house-0-kiev", { house: 0 }],
    ["city-kiev", "seat-0", { good: "food" }],
    ["stock", "seat-0", {}],
  ]);
});

const regions = [{ id: "hills_1", type: "hills", kind: "brick", number: 1 }, { id: "fields_2", type: "fields", kind: "grain", number: 2 }];
const principalities = { seats: { 0: { regions: { hills_1: {} }, hand: ["bishop-1"] }, 1: { regions: { fields_2: {} } } } };
const cardMovements = (/** @type {any} */ line, /** @type {any} */ before = principalities) => pileMovements(line, before, principalities, { regions, crests: [], cards: [] });

test("in the card game, resources move from region to region, and in both directions in a trade", () => {
  const params = { give: ["hills_1"], into: ["hills_1"], partner: 1, given: ["fields_2"], received: ["fields_2"] };
  assert.deepEqual(cardMovements({ key: "traded", seat: 0, params }).map(({ from, to, what }) => [from, to[0], what.kind]), [
    [["region-hills_1", "seat-0", "player-0"], "region-fields_2", "brick"],
    [["region-fields_2", "seat-1", "player-1"], "region-hills_1", "grain"],
  ]);
});

test("a drawn card turns face up for the seat that holds it, and stays hidden from the other seat", () => {
  const before = { seats: { 0: { hand: [] }, 1: {} } };
  assert.deepEqual(cardMovements({ key: "card-drawn", seat: 0, params: { stack: 2 } }, before), [
    { from: ["stack-all-2", "table"], to: ["card-bishop-1", "seat-0", "player-0"], what: {}, turns: true },
  ]);
  assert.deepEqual(cardMovements({ key: "card-drawn", seat: 1, params: { stack: 2, of: 1 } }, before), [
    { from: ["stack-1-2", "table"], to: ["seat-1", "player-1"], what: {} },
  ]);
});

test("every recorded line can be animated without an error", () => {
  for (const [game, told, box] of /** @type {const} */ ([["cities_knights", islandMovements, components], ["catan_cards", pileMovements, { regions, crests: [], cards: [] }]])) {
    const lines = JSON.parse(readFileSync(new URL(`${game}_lines.json`, import.meta.url), "utf8"));
    const view = game === "cities_knights" ? own : principalities;
    for (const line of lines) for (const { from, to, plays } of told(line, view, view, box)) assert.ok((from.length > 0 || plays) && to.length > 0 && [...from, ...to].every((name) => /^[\w:.-]+$/.test(name)), `${line.key}: ${[...from, ...to]}`);
  }
});
