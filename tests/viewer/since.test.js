/** What the others did since a player's last turn, and what it cost the player. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { game as cardGame } from "../../service/viewer/games/catan_cards/game.js";
import { isTurnOf } from "../../service/viewer/timeline/steps.js";
import { lossesIn, sinceLastTurn } from "../../service/viewer/timeline/since.js";

const game = { turn: (/** @type {{key: string}} */ line) => line.key === "turn" };

/** Lines from version 1: a number begins the turn of that seat, "-" is a line in it, and "*" begins a turn of all seats.
 * @param {string} text
 */
function linesOf(text) {
  const lines = [...text].map((one) => (one === "-" ? { key: "built" } : one === "*" ? { key: "turn" } : { key: "turn", seat: Number(one) }));
  return { first: 0, last: lines.length, line: (/** @type {number} */ version) => lines[version - 1] ?? null };
}

const since = (/** @type {string} */ text, at = text.length) => sinceLastTurn(linesOf(text), game, at, 0);

test("in the player's turn, the turns of the others before it are listed", () => {
  assert.deepEqual(since("0--1--2-0-"), { from: 4, to: 8 });
  assert.deepEqual(since("0--1--2-0"), { from: 4, to: 8 });
});

test("in the turn of another player, everything since the player's turn is listed up to the cursor", () => {
  assert.deepEqual(since("0--1--2-"), { from: 4, to: 8 });
  assert.deepEqual(since("0--1--2-", 5), { from: 4, to: 5 });
});

test("nothing is listed before the player's first turn, in it, and if two of the player's turns follow each other", () => {
  assert.equal(since(""), null);
  assert.equal(since("1--2-"), null);
  assert.equal(since("1--2-0-"), null);
  assert.equal(since("0-0-"), null);
});

test("a second turn in a row does not hide what happened before the first", () => {
  assert.deepEqual(since("0-1-0-0-"), { from: 3, to: 4 });
});

test("nothing is listed if all seats act at the same time", () => assert.equal(since("*--*--"), null));

test("a version belongs to the turn that began last", () => {
  const lines = linesOf("-0-1-");
  assert.deepEqual([1, 2, 3, 4, 5].map((at) => isTurnOf(lines, game, at, 0)), [false, true, true, false, false]);
  assert.equal(isTurnOf(linesOf("*-"), game, 2, 0), false);
});

test("losses are added up, and what is gained in between does not hide them", () => {
  const seats = [{ cards: 5, cities: [1, 2], walls: [] }, { cards: 3, cities: [1, 2] }, { cards: 7, cities: [1, 2] }, { cards: 6, cities: [2] }];
  const seen = { view: (/** @type {number} */ version) => ({ seats: [null, seats[version]] }) };
  const { total, versions } = lossesIn(seen, { from: 1, to: 3 }, 1, ({ cards, cities, walls }) => ({ cards, cities, walls }));
  assert.deepEqual(total, { cards: 3, cities: 1 });
  assert.deepEqual([...versions], [1, 3]);
});

test("the card game counts what the regions store, and cards on the table and in the hand", () => {
  const view = { points: 3, cards: 2, roads: [0], cities: [], built: { abbey: {} }, regions: { hills: { stored: 2 }, forest: {} } };
  const seen = { view: (/** @type {number} */ version) => ({ seats: [version ? { ...view, cards: 1, built: {}, regions: { hills: {}, forest: {} } } : view] }) };
  assert.deepEqual(lossesIn(seen, { from: 1, to: 1 }, 0, /** @type {any} */ (cardGame.losable)).total, { cards: 1, built: 1, stored: 2 });
});
