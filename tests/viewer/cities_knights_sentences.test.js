/** The log of Cities & Knights in words: every public line, in every language and as notation; marks, pace and turns. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { beat, mark, marks, round, turn, where } from "../../service/viewer/games/cities_knights/marks.js";
import { points } from "../../service/viewer/games/watching.js";
import { notation } from "../../service/viewer/games/cities_knights/notation.js";
import { outcome, searched } from "../../service/viewer/games/cities_knights/record.js";
import { sentence } from "../../service/viewer/games/cities_knights/sentences.js";
import { LANGUAGES, loadWords, setLanguage } from "../../service/viewer/words/words.js";

// `setLanguage` marks the page with its language, so a stub stands in for the page.
Object.assign(globalThis, { document: { documentElement: {} } });
loadWords(async (language) => (await import(`../../service/viewer/games/cities_knights/words/${language}.js`)).default);

const recorded = (/** @type {string} */ name) => JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));
/** Lines of played matches, one of each form, and lines that random matches rarely reach. @type {import("../../service/viewer/types.d.ts").Line[]} */
const LINES = [
  ...recorded("cities_knights_lines.json"),
  { key: "aqueduct-used", seat: 0, params: { kind: "ore" } },
  { key: "aqueduct-used", seat: 1 },
  { key: "metropolis-placed", seat: 1, params: { track: "science", corner: 4 } },
  { key: "cards-taken", seat: 1, params: { victim: 0, count: 2 } },
  { key: "crane-ready", seat: 1 },
  { key: "positioned", params: { dealt: 61 } },
  { key: "free-road-declined", seat: 0 },
];
const BOX = recorded("cities_knights_views.json").components;
const SEATS = ["Ada", "Ben", "Ben"].map((name, seat) => ({ seat, name, bot: null, mine: seat === 0, waiting: false }));
const said = (/** @type {any} */ line) => sentence(line, SEATS, BOX);
const EVENTS = [...readFileSync(new URL("../../domain/cities_knights/events.py", import.meta.url), "utf8").matchAll(/tag="([\w-]+)"/g)].map(([, tag]) => tag);

test("the recorded lines cover every kind of event", () => assert.deepEqual(EVENTS.filter((tag) => !LINES.some(({ key }) => key === tag)), []));

for (const language of LANGUAGES)
  test(`every line is a complete sentence (${language})`, async () => {
    await setLanguage(language);
    for (const line of LINES) {
      assert.match(said(line), /^[^{}]*\.$/, JSON.stringify(line));
      assert.doesNotMatch(said(line), /undefined|NaN|cities_knights|\[object|: \.|  |,\.|\bnull\b/, JSON.stringify(line));
    }
    for (const kind of Object.keys(marks)) assert.doesNotMatch(/** @type {any} */ (marks)[kind].label(), /cities_knights/);
  });

test("a line states the event and the seats that it concerns", async () => {
  await setLanguage("en");
  assert.equal(said({ key: "produced", params: { gained: { 0: { ore: 2, coin: 1 }, 2: { wool: 1 } }, short: ["brick"] } }), "Ada gets 2 ore, 1 coin; Ben ▲ gets 1 wool. The bank has too little brick.");
  assert.equal(said({ key: "produced", params: {} }), "The island produces nothing.");
  assert.equal(said({ key: "dice-rolled", params: { red: 2, yellow: 5, face: "trade" } }), "Red 2 and yellow 5: 7. The event die shows the trade gate.");
  assert.equal(said({ key: "offer-made", seat: 0, params: { number: 1, give: { ore: 1 }, want: { brick: 2 }, to: [2] } }), "Ada offers 1 ore for 2 brick to Ben ▲.");
  assert.equal(said({ key: "offer-made", seat: 0, params: { number: 1, give: { ore: 1 }, want: { brick: 2 }, to: [1, 2] } }), "Ada offers 1 ore for 2 brick.");
  assert.equal(said({ key: "road-removed", seat: 0, params: { owner: 0, edge: 3, rebuilt: 0 } }), "Ada moves one of their roads.");
  assert.equal(said({ key: "finished", params: { points: [13, 4, 6], places: [1, 3, 2] } }), "The match is over. Ada won with 13 points.");
});

test("different lines have different notations", () => {
  assert.equal(new Set(LINES.map((line) => notation(line))).size, new Set(LINES.map((line) => JSON.stringify(line))).size);
  assert.equal(notation({ key: "traded", seat: 1, params: { partner: 0, number: 3, given: { ore: 2 }, taken: { cloth: 1 } } }), "2 trade 1 #3 -2o+1C");
  assert.equal(notation({ key: "later-invention", params: { x: 1 } }), "later-invention x=1");
  for (const line of LINES) assert.doesNotMatch(notation(line), /undefined|NaN|\[object/);
});

test("every line has the right mark, duration, turn and round", () => {
  for (const line of LINES) assert.ok(mark(line) === null || /** @type {string} */ (mark(line)) in marks);
  assert.equal(mark({ key: "dice-rolled", params: { red: 3, yellow: 4, face: "ship" } }), "seven");
  assert.equal(mark({ key: "dice-rolled", params: { red: 3, yellow: 3, face: "ship" } }), null);
  assert.equal(mark({ key: "barbarians-landed" }), "attack");
  assert.ok(turn({ key: "turn-began", seat: 0 }) && !turn({ key: "dice-rolled" }));
  assert.ok(round({ key: "barbarians-landed" }));
  assert.deepEqual([beat({ key: "asked" }), beat({ key: "dice-rolled" }), beat({ key: "road-built" })], [0, 2, 1]);
});

test("the moment and the points can be read from a view, and the result from a log", async () => {
  await setLanguage("en");
  const seats = { 0: { points: 3 }, 1: { points: 5 }, 2: { points: 4 } };
  assert.equal(where({ turn: 0, seats }), "Setup");
  assert.equal(where({ turn: 4, seats }), "Round 2, turn 4");
  assert.equal(where({ turn: 9, seats, places: [3, 1, 2] }), "Finished");
  assert.deepEqual(points({ seats }), [3, 5, 4]);
  assert.deepEqual(outcome([{ e: { t: "finished", points: [13, 2], places: [1, 2] } }, { e: { t: "closed" } }]), { points: [13, 2], places: [1, 2] });
  assert.equal(outcome([{ e: { t: "turn-began" } }, { e: { t: "closed" } }]), null);
});

test("a search for what a hex produces finds the robber on it", async () => {
  await setLanguage("en");
  const moved = { key: "robber-moved", seat: 0, params: { hex: 1 } };
  assert.equal(searched(moved, { terrain: ["forest", "mountains"], tokens: [0, 8] }, BOX), "robber on ore mountains 8");
  assert.equal(searched(moved, null, BOX), "");
  assert.equal(searched({ ...moved, key: "turn-began" }, { terrain: ["forest", "hills"] }, BOX), "");
});
