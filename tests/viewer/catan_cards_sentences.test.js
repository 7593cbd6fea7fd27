/** The log of the Catan card game in words: every public line, in every language and as notation; marks, pace and turns. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { beat, mark, marks, round, turn, where } from "../../service/viewer/games/catan_cards/marks.js";
import { points, sealed, stands } from "../../service/viewer/games/watching.js";
import { notation } from "../../service/viewer/games/catan_cards/notation.js";
import { outcome } from "../../service/viewer/games/catan_cards/record.js";
import { sentence } from "../../service/viewer/games/catan_cards/sentences.js";
import { LANGUAGES, loadWords, setLanguage } from "../../service/viewer/words/words.js";

// `setLanguage` marks the page with its language, so a stub stands in for the page.
Object.assign(globalThis, { document: { documentElement: {} } });
loadWords(async (language) => (await import(`../../service/viewer/games/catan_cards/words/${language}.js`)).default);

const recorded = (/** @type {string} */ name) => JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));
/** Lines of played matches, one of each form, and lines that random matches rarely reach. @type {import("../../service/viewer/types.d.ts").Line[]} */
const LINES = [
  ...recorded("catan_cards_lines.json"),
  { key: "offer-made", seat: 0, params: { give: ["forest_4_a"], into: ["hills_5_a", "hills_2"] } },
  { key: "traded", seat: 0, params: { give: ["forest_4_a"], into: ["hills_5_a"], partner: 1, given: ["hills_6_b"], received: ["forest_5_b"] } },
  { key: "hospital-used", seat: 0, params: { card: "hospital-1", into: "hills_5_a" } },
  { key: "hospital-used", seat: 1, params: { card: "hospital-1" } },
  { key: "sight-kept", seat: 1, params: { stack: 2 } },
  { key: "hand-remembered", seat: 1 },
  { key: "positioned", params: { dealt: 61 } },
];
const BOX = recorded("catan_cards_asked.json").components;
const SEATS = ["Ada", "Ben"].map((name, seat) => ({ seat, name, bot: null, mine: seat === 0, waiting: false }));
const said = (/** @type {any} */ line) => sentence(line, SEATS, BOX);
const EVENTS = [...readFileSync(new URL("../../domain/catan_cards/events.py", import.meta.url), "utf8").matchAll(/words\.Event,[^)]*tag="([\w-]+)"/g)].map(([, tag]) => tag).filter((tag) => tag !== "deck");

test("the recorded lines cover every kind of event", () => assert.deepEqual(EVENTS.filter((tag) => !LINES.some(({ key }) => key === tag)), []));

test("a shuffle of a stack belongs to the setup unless its line gives another reason", async () => {
  await setLanguage("en");
  assert.equal(said({ key: "stack-shuffled", params: { stack: 4 } }), "The cards of stack 4 are shuffled (setup).");
});

for (const language of LANGUAGES)
  test(`every line is a complete sentence (${language})`, async () => {
    await setLanguage(language);
    for (const line of LINES) {
      assert.match(said(line), /^[^{}]*\.$/, JSON.stringify(line));
      assert.doesNotMatch(said(line), /undefined|NaN|catan_cards|\[object|: \.|  |,\.|\bnull\b|\(\)/, `${said(line)} ${JSON.stringify(line)}`);
    }
    for (const kind of Object.keys(marks)) assert.doesNotMatch(/** @type {any} */ (marks)[kind].label(), /catan_cards/);
  });

test("a line states the event and the seats that it concerns", async () => {
  await setLanguage("en");
  assert.equal(said({ key: "dice-rolled", params: { event: "event_card", number: 4 } }), "The dice show 4 and Event Card.");
  assert.equal(said({ key: "stack-searched", seat: 1, params: { stack: 2, why: "exchange", of: 0, paid: ["pasture_3_a", "forest_4_a"] } }), "Ben looks through Ada’s stack 2 (exchange) (1 lumber, 1 wool).");
  assert.equal(said({ key: "cards-shed", seat: 0, params: { stacks: [2], count: 1 } }), "Ada puts a card under stack 2 (hand limit).");
  assert.equal(said({ key: "road-built", seat: 1, params: { slot: 2, paid: ["hills_6_b", "forest_5_b"], stars: 2 } }), "Ben builds a road (1 brick, 1 lumber, 2 stars).");
  assert.equal(said({ key: "finished", params: { points: [13, 4], places: [1, 2] } }), "The match is over. Ada won with 13 points.");
});

test("different lines have different notations", () => {
  assert.equal(new Set(LINES.map((line) => notation(line))).size, new Set(LINES.map((line) => JSON.stringify(line))).size);
  assert.equal(notation({ key: "card-drawn", seat: 1, params: { stack: 3, of: 0 } }), "2 draw s3/1");
  assert.equal(notation({ key: "later-invention", params: { x: 1 } }), "later-invention x=1");
  for (const line of LINES) assert.doesNotMatch(notation(line), /undefined|NaN|\[object/);
});

test("every line has the right mark, duration, turn and round", () => {
  for (const line of LINES) assert.ok(mark(line) === null || /** @type {string} */ (mark(line)) in marks);
  assert.equal(mark({ key: "stack-searched" }), "look");
  assert.ok(turn({ key: "turn-began", seat: 0 }) && !turn({ key: "dice-rolled" }));
  assert.ok(round({ key: "event-revealed" }));
  assert.deepEqual([beat({ key: "asked" }), beat({ key: "dice-rolled" }), beat({ key: "road-built" })], [0, 2, 1]);
});

test("the moment and the points can be read from a view, and the result from a log", async () => {
  await setLanguage("en");
  const seats = { 0: { points: 3, sealed: true }, 1: { points: 5, prompts: [{}] } };
  assert.equal(where({ turn: 0, seats }), "Setup");
  assert.equal(where({ turn: 4, seats }), "Round 2, turn 4");
  assert.equal(where({ turn: 9, seats, places: [2, 1] }), "Finished");
  assert.deepEqual([points({ seats }), sealed({ seats }), stands({ seats })], [[3, 5], [0], true]);
  assert.deepEqual(outcome([{ e: { t: "finished", points: [13, 2], places: [1, 2] } }, { e: { t: "closed" } }]), { points: [13, 2], places: [1, 2] });
  assert.equal(outcome([{ e: { t: "turn-began" } }, { e: { t: "closed" } }]), null);
});
