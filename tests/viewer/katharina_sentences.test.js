/** The log of Katharina in words: every public line, in every language and as notation. */

import assert from "node:assert";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { beat, mark, marks, round, turn, where } from "../../service/viewer/games/katharina/marks.js";
import { points } from "../../service/viewer/games/watching.js";
import { notation } from "../../service/viewer/games/katharina/notation.js";
import { sentence } from "../../service/viewer/games/katharina/sentences.js";
import de from "../../service/viewer/games/katharina/words/de.js";
import en from "../../service/viewer/games/katharina/words/en.js";
import nl from "../../service/viewer/games/katharina/words/nl.js";
import { LANGUAGES, loadWords, setLanguage, t } from "../../service/viewer/words/words.js";

// `setLanguage` marks the page with its language, so a stub stands in for the page.
Object.assign(globalThis, { document: { documentElement: {} } });
loadWords(async (language) => ({ en, de, nl })[language] ?? {});

const recorded = (/** @type {string} */ name) => JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));
/** Lines of played matches, one of each form. @type {import("../../service/viewer/types.d.ts").Line[]} */
const LINES = [...recorded("katharina_lines.json"), { key: "positioned", params: { dealt: 80 } }];
const BOX = recorded("katharina_components.json");
const SEATS = ["Ada", "Ben", "Cleo", "Cleo"].map((name, seat) => ({ seat, name, bot: null, mine: seat === 0, waiting: false }));
const KEYS = "orders-dealt positioned stock-shuffled discard-shuffled round-began cards-drawn asked committed displays-shown cards-revealed card-resolved cannons-scored books-compared book-residence residences-scored track-scored displays-cleared hands-scored orders-scored networks-scored finished".split(" ");

const said = (/** @type {any} */ line) => sentence(line, SEATS, BOX);
const resolved = (/** @type {any} */ params) => said({ key: "card-resolved", seat: 0, params });

test("the recorded lines cover every kind of event", () => {
  assert.deepStrictEqual(new Set(LINES.map((line) => line.key)), new Set(KEYS));
});

test("all languages have the same keys", () => {
  assert.deepStrictEqual(Object.keys(de).sort(), Object.keys(en).sort());
  assert.deepStrictEqual(Object.keys(nl).sort(), Object.keys(en).sort());
});

for (const language of LANGUAGES) {
  test(`every line is a complete sentence (${language})`, async () => {
    await setLanguage(language);
    for (const line of LINES) assert.match(said(line), /^[^{}]*[.!]$/);
    for (const line of LINES) assert.doesNotMatch(said(line), /undefined|NaN|katharina\.|\[object|: \.|  /);
  });

  test(`every mark and every action has words (${language})`, async () => {
    await setLanguage(language);
    for (const kind of Object.keys(marks)) assert.notStrictEqual(marks[kind].label(), `katharina.mark.${kind}`);
    for (const { id } of BOX.actions) for (const key of [`katharina.action.${id}`, `katharina.action.${id}.long`]) assert.notStrictEqual(t(key), key);
  });
}

test("the line of a resolved card says what was built, taken and scored", async () => {
  await setLanguage("en");
  assert.strictEqual(resolved({ how: "performed", city: "riga", tile: "food", bonus: true, bonus_points: 2 }), "Ada builds in Riga and takes a tile of food; 2 points, bonus included.");
  assert.strictEqual(resolved({ how: "mismatch", drawn: 1 }), "Ada has no matching colour and draws 1 card.");
  assert.strictEqual(resolved({ how: "declined", lost_cards: 1 }), "Ada declines the action; 1 point for 1 card above the hand limit.");
  assert.strictEqual(resolved({ how: "no-residence", drawn: 1 }), "Ada has no residence left and draws 1 card.");
  assert.strictEqual(resolved({ how: "performed" }), "Ada performs the action without any effect.");
});

test("several seats are listed, and seats with the same name are distinguished", async () => {
  await setLanguage("en");
  assert.strictEqual(said({ key: "asked", params: { prompt: "build-or-pass", seats: [1] } }), "Ben may build a residence for the most books.");
  assert.strictEqual(said({ key: "asked", params: { prompt: "build-or-pass", seats: [0, 2] } }), "Ada and Cleo ▲ may build residences for the most books.");
  assert.strictEqual(said({ key: "finished", params: { points: [70, 70, 3, 2], places: [1, 1, 3, 4] } }), "The match is over: Ada and Ben share the victory with 70 points.");
});

test("cards above the hand limit are reported for each seat", async () => {
  await setLanguage("de");
  assert.strictEqual(
    said({ key: "cards-drawn", params: { why: "decade", counts: [1, 2, 2, 2], lost: [1, 0, 0, 0] } }),
    "Die Dekade ist vorbei: Ada zieht 1 Karte; Ben zieht 2 Karten; Cleo ▲ zieht 2 Karten; Cleo ◆ zieht 2 Karten. Ada erhält 1 Punkt für 1 Karte über dem Handlimit.",
  );
});

test("a draw in which no seat can draw says so", async () => {
  await setLanguage("en");
  assert.strictEqual(
    said({ key: "cards-drawn", params: { why: "decade", lost: [2, 2], counts: [0, 0] } }),
    "The decade is over: nobody can draw. Ada gets 2 points for 2 cards above the hand limit; Ben gets 2 points for 2 cards above the hand limit.",
  );
});

test("different lines have different notations", () => {
  const notations = LINES.map((line) => notation(line));
  assert.strictEqual(new Set(notations).size, new Set(LINES.map((line) => JSON.stringify(line))).size);
  assert.strictEqual(notation({ key: "cards-revealed", params: { plays: [{ action: "P033", activation: "P078", slot: 2 }] } }), "reveal 1:P033>P078@2");
  assert.strictEqual(notation({ key: "later-invention", params: { x: 1 } }), "later-invention x=1");
});

test("a turn begins with a question to seats, and a round with its line", () => {
  assert.deepStrictEqual(LINES.filter(turn).map((line) => line.key).filter((key) => key !== "asked"), []);
  assert.ok(LINES.some(turn) && LINES.some(round));
  assert.strictEqual(beat({ key: "committed", seat: 1 }), 0);
  assert.strictEqual(beat({ key: "cards-revealed" }), 2);
  assert.strictEqual(beat({ key: "card-resolved", seat: 1 }), 1);
});

test("the mark of every line is a known mark", () => {
  for (const line of LINES) assert.ok(mark(line) === null || /** @type {string} */ (mark(line)) in marks);
  assert.strictEqual(mark({ key: "round-began", params: { decade: 2, round: 1 } }), "decade");
});

test("the moment and the points can be read from a view", async () => {
  await setLanguage("en");
  const seats = { 0: { points: 3 }, 1: { points: 5 } };
  assert.strictEqual(where({ decade: 0, round: 0, seats }), "Before the first decade");
  assert.strictEqual(where({ decade: 2, round: 3, seats }), "Decade 2, round 3");
  assert.strictEqual(where({ decade: 3, round: 4, seats, places: [2, 1] }), "Finished");
  assert.deepStrictEqual(points({ seats }), [3, 5]);
});
