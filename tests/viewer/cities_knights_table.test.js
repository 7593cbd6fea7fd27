/** What the table of Cities & Knights counts together from a view. */

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

test("the barbarians are as strong as there are cities, the island as its active knights", () => {
  assert.deepStrictEqual(forces(own), { cities: 6, knights: 8 });
  assert.deepStrictEqual(forces(dealt), { cities: 0, knights: 0 });
});

test("only active knights are strong", () => {
  assert.strictEqual(strength({ 4: { level: 3 }, 5: { level: 2, active: true } }), 2);
  assert.strictEqual(strength(undefined), 0);
});

test("a city on its side is a city piece that is not in the supply", () => {
  assert.deepStrictEqual(left(components.supplies, own.seats[1]), { road: 8, settlement: 5, city: 1, wall: 2, knights: [2, 1, 1] });
});

test("before the first piece everything is in the supply", () => {
  const { knights, ...rest } = left(components.supplies, dealt.seats[0]);
  assert.deepStrictEqual([...Object.values(rest), ...knights], fresh.map((kind) => components.supplies[kind]));
});

test("a copy of a card is that card", () => {
  for (const card of components.cards) for (const copy of card.copies) assert.strictEqual(cardOf(components, copy), card);
  assert.strictEqual(cardOf(components, "trade.unknown.1").deck, "trade");
});

test("counts are told in the order of the kinds, without those of which there are none", () => {
  assert.strictEqual(countsInWords(components, { paper: 1, brick: 2, ore: 0 }), "2 brick, 1 paper");
});

test("what was built just now is told apart, and nothing where nothing was", () => {
  const was = { settlements: [3], cities: [] };
  assert.strictEqual(builtBefore({ settlements: was.settlements, cities: was.cities }, was), "");
  assert.strictEqual(builtBefore({ settlements: [], cities: [3] }, was), "s3 -");
  assert.strictEqual(builtBefore({ settlements: [3] }, null), "");
});

test("while the island is settled it is the turn of whoever is asked, and nobody's before and after", () => {
  assert.strictEqual(onTurn(own), 0);
  assert.strictEqual(onTurn({ phase: "setup", active: 2, seats: { 0: {}, 1: { prompts: [{}] }, 2: {} } }), 1);
  assert.strictEqual(onTurn({ phase: "setup", active: 2, seats: { 0: {}, 1: {}, 2: {} } }), null);
  assert.strictEqual(onTurn({ phase: "over", active: 2, seats: { 0: {}, 1: {}, 2: {} } }), null);
});
