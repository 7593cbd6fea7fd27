/** The drawings of the card game: all are there, and each has its author. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import artists from "../../service/viewer/games/catan_cards/drawings/artists_paths.js";
import authors from "../../service/viewer/games/catan_cards/drawings/authors.js";
import base from "../../service/viewer/games/catan_cards/drawings/paths.js";
import de from "../../service/viewer/games/catan_cards/words/de_faces.js";
import en from "../../service/viewer/games/catan_cards/words/en_faces.js";
import nl from "../../service/viewer/games/catan_cards/words/nl_faces.js";

const { components } = JSON.parse(readFileSync(new URL("catan_cards_asked.json", import.meta.url), "utf-8"));
const paths = { ...base, ...artists };
const cards = components.cards.map((/** @type {{id: string}} */ { id }) => id);
const LICENSE = readFileSync(new URL("../../service/viewer/games/catan_cards/drawings/game-icons.LICENSE", import.meta.url), "utf-8");

test("every card, event, region and face of the event die has a drawing", () => {
  const wanted = [...cards, ...components.events.map((/** @type {{id: string}} */ { id }) => id), ...components.regions.map((/** @type {{type: string}} */ { type }) => type), ...components.die];
  assert.deepEqual(wanted.filter((id) => !(id in paths)), []);
});

test("the page and the licence name the author of every drawing", () => {
  assert.deepEqual(Object.values(authors).flat().sort(), Object.keys(paths).sort());
  for (const [author, drawings] of Object.entries(authors)) for (const one of drawings) assert.match(LICENSE, new RegExp(`^${one} \\| \\S+ \\| ${author}$`, "m"));
});

test("every card has a short effect in every language", () => {
  for (const words of [en, de, nl]) {
    const missing = cards.filter((/** @type {string} */ id) => !(`catan_cards.face.${id}` in words) && !(`catan_cards.face.${id.split("_")[0]}` in words));
    assert.deepEqual(missing, []);
    assert.deepEqual(Object.values(words).filter((text) => String(text).length > 42), []);
  }
});
