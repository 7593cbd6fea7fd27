/** A list while it is being built: counts within their limits, and the filter. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { EMPTY, changeCount, countOf, filterCards, countCards, serialiseList } from "../../service/viewer/pages/decks/deck_draft.js";

/** @param {Partial<import("../../service/viewer/types.d.ts").DeckCard>} more @returns {import("../../service/viewer/types.d.ts").DeckCard} */
const card = (more) => ({ id: "abbey", section: "cards", most: 2, name: "Abbey", text: "Your hand limit grows.", kind: "region_expansion", set: "base", also: "building", cost: 3, price: [], points: [], requires: [], ...more });

const ABBEY = card({});
const STATUE = card({ id: "statue", name: "Statue", text: "", kind: "city_expansion", set: "kw", cost: 3, price: [{ kind: "gold", name: "Gold", count: 2 }] });
const COLOSSUS = card({ id: "colossus", name: "Colossus", text: "", kind: "city_expansion", cost: 9, points: [{ kind: "vp", name: "Victory points", count: 2 }] });
const PLAGUE = card({ id: "plague", section: "events", most: 1, name: "Plague", text: "", kind: "event", cost: 0 });
const BOX = { cards: [ABBEY, STATUE, COLOSSUS, PLAGUE], kinds: [], sets: [], sizes: { cards: 33, events: 4 }, ready: [], trial: { options: {}, bring: () => ({}) } };
const ALL = { text: "", kind: "", set: "", cost: "", points: "" };

test("a list contains at most as many copies of a card as exist, and never fewer than zero", () => {
  let made = EMPTY;
  for (let more = 0; more < 4; more += 1) made = changeCount(made, ABBEY, 1);
  assert.deepEqual([countOf(made, ABBEY), countCards(made.cards)], [2, 2]);
  made = changeCount(changeCount(made, PLAGUE, 1), ABBEY, -1);
  assert.deepEqual(JSON.parse(serialiseList(made)), { deck: 1, name: "", cards: { abbey: 1 }, events: { plague: 1 } });
  made = changeCount(changeCount(made, ABBEY, -1), ABBEY, -1);
  assert.deepEqual(made, { name: "", cards: {}, events: { plague: 1 } });
  assert.deepEqual(EMPTY, { name: "", cards: {}, events: {} });
});

test("cards can be filtered by words, kind, set, cost and points", () => {
  const shown = (/** @type {Partial<typeof ALL>} */ filter) => filterCards(BOX, { ...ALL, ...filter }).map((one) => one.id);
  assert.deepEqual(shown({}), ["abbey", "statue", "colossus", "plague"]);
  assert.deepEqual(shown({ text: "HAND limit" }), ["abbey"]);
  assert.deepEqual(shown({ text: "gold" }), ["statue"]);
  assert.deepEqual(shown({ kind: "city_expansion" }), ["statue", "colossus"]);
  assert.deepEqual(shown({ kind: "event" }), ["plague"]);
  assert.deepEqual(shown({ set: "kw" }), ["statue"]);
  assert.deepEqual(shown({ cost: "3" }), ["abbey", "statue"]);
  assert.deepEqual(shown({ cost: "5" }), ["colossus"]);
  assert.deepEqual(shown({ cost: "0" }), []);
  assert.deepEqual(shown({ points: "vp" }), ["colossus"]);
});
