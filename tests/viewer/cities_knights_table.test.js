/** What the table of Cities & Knights computes from a view. */

import assert from "node:assert";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { cardOf, countsInWords, strength } from "../../service/viewer/games/cities_knights/box.js";
import { forces } from "../../service/viewer/games/cities_knights/island/barbarians.js";
import { builtBefore } from "../../service/viewer/games/cities_knights/island/pieces.js";
import { left } from "../../service/viewer/games/cities_knights/seat.js";
import { onTurn } from "../../service/viewer/games/cities_knights/status.js";

const { components, own, dealt } = JSON.parse(readFileSync(new URL("cities_knights_views.json", import.meta.url), "utf8"));
const fresh = Object.keys(components.supplies);

test("the barbarians are as strong as there are cities, and the island as strong as its active knights", () => {
  assert.deepStrictEqual(forces(own), { cities: 6, knights: 8 });
  assert.deepStrictEqual(forces(dealt), { cities: 0, knights: 0 });
});

test("only active knights add strength", () => {
  assert.strictEqual(strength({ 4: { level: 3 }, 5: { level: 2, active: true } }), 2);
  assert.strictEqual(strength(undefined), 0);
});

test("a city on its side does not count as part of the supply", () => {
  assert.deepStrictEqual(left(components.supplies, own.seats[1]), { road: 8, settlement: 5, city: 1, wall: 2, knights: [2, 1, 1] });
});

test("before the first piece is built everything is in the supply", () => {
  const { knights, ...rest } = left(components.supplies, dealt.seats[0]);
  assert.deepStrictEqual([...Object.values(rest), ...knights], fresh.map((kind) => components.supplies[kind]));
});

test("every copy of a card is recognised as that card", () => {
  for (const card of components.cards) for (const copy of card.copies) assert.strictEqual(cardOf(components, copy), card);
  assert.strictEqual(cardOf(components, "trade.unknown.1").deck, "trade");
});

test("counts are listed in the order of the kinds, without zeros", () => {
  assert.strictEqual(countsInWords(components, { paper: 1, brick: 2, ore: 0 }), "2 brick, 1 paper");
});

test("a newly built piece is distinguished from earlier ones", () => {
  const was = { settlements: [3], cities: [] };
  assert.strictEqual(builtBefore({ settlements: was.settlements, cities: was.cities }, was), "");
  assert.strictEqual(builtBefore({ settlements: [], cities: [3] }, was), "s3 -");
  assert.strictEqual(builtBefore({ settlements: [3] }, null), "");
});

test("during setup it is the turn of the seat that is asked, and of no seat before or after", () => {
  assert.strictEqual(onTurn(own), 0);
  assert.strictEqual(onTurn({ phase: "setup", active: 2, seats: { 0: {}, 1: { prompts: [{}] }, 2: {} } }), 1);
  assert.strictEqual(onTurn({ phase: "setup", active: 2, seats: { 0: {}, 1: {}, 2: {} } }), null);
  assert.strictEqual(onTurn({ phase: "over", active: 2, seats: { 0: {}, 1: {}, 2: {} } }), null);
});
