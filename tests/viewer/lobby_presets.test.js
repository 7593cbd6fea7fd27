/** The presets of a game's options, and its options in words. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { groupByHeading, presetName, valueText, withTexts, optionTexts } from "../../service/viewer/forms/option_words.js";
import { findDifferences, fillDefaults, closestPreset, presetOf } from "../../service/viewer/forms/presets.js";
import { draftOf, fieldOf, valueOf, withNames } from "../../service/viewer/forms/schema.js";

const FIELD = fieldOf({
  type: "object",
  properties: {
    points: { type: "integer", minimum: 5, maximum: 30, default: 13 },
    island: { enum: ["spiral", "random"], default: "spiral", description: "How it lies." },
    robber: { enum: ["desert", "beside"], default: "desert" },
    friendly: { type: "boolean", default: false },
  },
});
const PRESETS = { standard: {}, old: { robber: "beside", points: 13 }, quick: { points: 10, friendly: true } };
const WORDS = {
  option: { points: "Siegpunkte", robber: "Räuber" },
  option_help: { points: "Zum Sieg." },
  option_value: { "robber.beside": "Neben der Insel" },
  option_heading: { island: "Insel" },
  preset: { old: "Von früher" },
};

test("a preset sets the options that it names, and the rest have their defaults", () => {
  assert.deepEqual(fillDefaults(FIELD, PRESETS.old), { points: 13, island: "spiral", robber: "beside", friendly: false });
  assert.deepEqual(fillDefaults(FIELD), fillDefaults(FIELD, PRESETS.standard));
});

test("a preset that was filled into the form is recognised", () => {
  for (const [name, given] of Object.entries(PRESETS)) {
    assert.equal(presetOf(FIELD, PRESETS, valueOf(FIELD, draftOf(FIELD, given)).value), name);
  }
});

test("a changed option turns a preset into custom rules, and changing it back restores the preset", () => {
  const draft = draftOf(FIELD, PRESETS.quick);
  assert.equal(presetOf(FIELD, PRESETS, valueOf(FIELD, { ...draft, island: 1 }).value), null);
  assert.equal(presetOf(FIELD, PRESETS, valueOf(FIELD, { ...draft, points: "nonsense" }).value), null);
  assert.equal(presetOf(FIELD, PRESETS, valueOf(FIELD, { ...draft, island: 0 }).value), "quick");
});

test("differences from the defaults are listed by option", () => {
  const names = findDifferences(FIELD, fillDefaults(FIELD, PRESETS.quick)).map((one) => [one.field.name, one.value]);
  assert.deepEqual(names, [["points", 10], ["friendly", true]]);
});

test("rules are described by the closest preset and the options that differ from it", () => {
  const told = (/** @type {any} */ given, presets = PRESETS) => {
    const { preset, others } = closestPreset(FIELD, presets, fillDefaults(FIELD, given));
    return [preset, ...others.map((one) => one.field.name)];
  };
  assert.deepEqual(told({}), ["standard"]);
  assert.deepEqual(told({ points: 10, friendly: true, island: "random" }), ["quick", "island"]);
  assert.deepEqual(told({ points: 9 }), ["standard", "points"]);
  assert.deepEqual(told({ points: 9 }, /** @type {any} */ ({})), [null, "points"]);
});

test("options have the names that the game gives them, or else those of their schema", () => {
  const field = withTexts(FIELD, WORDS);
  assert.deepEqual(field.fields?.map((one) => one.label), ["Siegpunkte", "Island", "Räuber", "Friendly"]);
  assert.deepEqual(field.fields?.map((one) => one.help), ["Zum Sieg.", "How it lies.", "", ""]);
  assert.deepEqual(field.fields?.[2]?.choices?.map((one) => one.label), ["Desert", "Neben der Insel"]);
  assert.deepEqual(draftOf(field, PRESETS.old), draftOf(FIELD, PRESETS.old));
  assert.deepEqual([presetName("old", WORDS), presetName("very_new", WORDS)], ["Von früher", "Very new"]);
});

test("headings group the options without changing their order", () => {
  const found = groupByHeading(FIELD, WORDS).map(({ heading, fields }) => [heading, ...fields.map((one) => one.name)]);
  assert.deepEqual(found, [["", "points"], ["Insel", "island", "robber", "friendly"]]);
  assert.equal(groupByHeading(FIELD, {}).length, 1);
});

test("every value is shown in words", () => {
  const [points, , robber] = withTexts(FIELD, WORDS).fields ?? [];
  assert.ok(points && robber);
  assert.deepEqual([valueText(points, 10), valueText(robber, "beside")], ["10", "Neben der Insel"]);
});

test("a value for each seat is shown with names, and never as JSON", () => {
  const schema = { type: "object", properties: { house: { type: "array", prefixItems: [{ type: "string", "x-names": "house" }, { type: "string", "x-names": "house" }], default: ["trade", "trade"] } } };
  const names = { en: { house: { trade: "Trade", knights: "Knights" } } };
  const [house] = withTexts(withNames(fieldOf(schema), names), names.en).fields ?? [];
  assert.ok(house);
  assert.equal(valueText(house, ["knights", "trade"]), "Knights, Trade");
});

test("a game without names, or without the language, has no words", () => {
  assert.deepEqual([optionTexts(undefined), optionTexts({}), optionTexts({ names: { en: WORDS } }, "nl")], [{}, {}, {}]);
  assert.equal(optionTexts({ names: { de: WORDS } }, "de"), WORDS);
});
