/** How games are explained: the same in every language, with rules from the rule book, and searchable by words. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { drawing as cards } from "../../service/viewer/games/catan_cards/symbols.js";
import { drawing as island } from "../../service/viewer/games/cities_knights/symbols.js";
import { drawing as realm } from "../../service/viewer/games/katharina/symbols.js";
import { filterSections, findCards } from "../../service/viewer/pages/replay/how_to_search.js";
import { LANGUAGES } from "../../service/viewer/words/words.js";

/** @typedef {import("../../service/viewer/types.d.ts").HowTo} Text */

const DRAWINGS = { catan_cards: cards, cities_knights: island, katharina: realm };
/** @type {(game: string, language: string) => Promise<Text>} */
const told = async (game, language) => (await import(`../../service/viewer/games/${game}/how_to/${language}.js`)).default;

for (const [game, drawing] of Object.entries(DRAWINGS)) {
  test(`${game} is explained the same way in every language, with its own drawings and existing rules`, async () => {
    const book = readFileSync(new URL(`../../domain/${game}/rules.md`, import.meta.url), "utf8");
    const texts = await Promise.all(LANGUAGES.map((language) => told(game, language)));
    const shapes = texts.map(({ minutes, topics }) => [minutes, topics].map((all) => all.map(({ signs, rules, text }) => [signs, rules, text.length])));
    for (const shape of shapes) assert.deepEqual(shape, shapes[0]);
    for (const { signs, rules } of [...texts[0].minutes, ...texts[0].topics]) {
      for (const sign of signs) assert.ok(drawing(sign), sign);
      for (const rule of rules) assert.match(book, new RegExp(`\\*\\*${rule}\\b`), rule);
      assert.ok(rules.length);
    }
    const sentences = texts.flatMap(({ minutes, topics }) => [...minutes, ...topics].flatMap(({ text }) => text));
    assert.equal(new Set(sentences).size, sentences.length);
    for (const sentence of sentences) assert.match(sentence, /[.!?)]$/);
  });
}

test("a section is found by any of its words regardless of accents, and by the number of a rule", async () => {
  const { topics } = await told("cities_knights", "de");
  assert.deepEqual(filterSections(topics, "rauber sieben").map(({ title }) => title), ["Die Sieben und der Räuber"]);
  assert.ok(filterSections(topics, "R12.4").length === 1);
  assert.equal(filterSections(topics, " ").length, topics.length);
  assert.deepEqual(filterSections(topics, "zebra"), []);
});

test("a card is found by its name in other editions", () => {
  const names = { card: { crane: "Hoist", spy: "Eavesdropper" }, card_texts: { crane: "Cheaper." }, also: { crane: "Crane", spy: "Spy, Espionage" } };
  assert.deepEqual(findCards(names, "crane"), [{ id: "crane", name: "Hoist", also: "Crane", text: "Cheaper." }]);
  assert.deepEqual(findCards(names, "espio").map(({ id }) => id), ["spy"]);
  assert.deepEqual(findCards(names, "drop").map(({ id }) => id), ["spy"]);
});
