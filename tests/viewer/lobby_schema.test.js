/** The form that a game's options become. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { hasLists, applicableFields, draftOf, fieldOf, nearestPath, pathsOf, valueOf, withNames } from "../../service/viewer/forms/schema.js";
import { readableName } from "../../service/viewer/ui/game_name.js";

const NONE = { type: "object", properties: {}, required: [], additionalProperties: false };

const FIXED = { type: "object", properties: { t: { const: "fixed" }, number: { type: "integer", default: 1 } }, required: ["t"] };
const SHUFFLED = { title: "Shuffled", type: "object", properties: { t: { enum: ["shuffled"] }, apart: { type: "boolean", default: false } }, required: ["t"] };
const CITIES = {
  type: "object",
  properties: {
    preset: { enum: ["printed", "tournament"], default: "printed", description: "Where the other options begin." },
    points: { type: "integer", minimum: 8, maximum: 20, default: 13, title: "Points to win" },
    friendly_robber: { type: "boolean", default: false },
    pace: { type: "number", exclusiveMinimum: 0, default: 1.5 },
    board: { anyOf: [FIXED, SHUFFLED], default: { t: "shuffled", apart: true } },
    limit: { anyOf: [{ type: "integer", minimum: 1 }, { type: "null" }], default: null },
    note: { type: "string", maxLength: 5 },
    dice: { type: "object", title: "Dice", properties: { kind: { enum: ["dice", "cards"] }, skipped: { type: "integer", minimum: 0 } }, required: ["kind", "skipped"] },
  },
  required: ["dice"],
};

test("a game without options has an empty form", () => {
  const field = fieldOf(NONE);
  assert.equal(field.kind, "group");
  assert.deepEqual(valueOf(field, draftOf(field)), { value: {}, faults: {} });
});

test("every kind of option becomes the right kind of field", () => {
  const field = fieldOf(CITIES);
  const kinds = Object.fromEntries((field.fields ?? []).map((one) => [one.name, one.kind]));
  assert.deepEqual(kinds, { preset: "choice", points: "number", friendly_robber: "flag", pace: "number", board: "either", limit: "number", note: "text", dice: "group" });
  const labels = (field.fields ?? []).map((one) => one.label);
  assert.deepEqual(labels.slice(0, 3), ["Preset", "Points to win", "Friendly robber"]);
  assert.equal(field.fields?.[0]?.help, "Where the other options begin.");
});

test("defaults are filled in, and values without a default are required", () => {
  const field = fieldOf(CITIES);
  const { value, faults } = valueOf(field, draftOf(field), "$.options");
  assert.deepEqual(value, {
    preset: "printed",
    points: 13,
    friendly_robber: false,
    pace: 1.5,
    board: { t: "shuffled", apart: true },
    limit: null,
    dice: { kind: "dice" },
  });
  assert.deepEqual(faults, { "$.options.dice.skipped": { code: "required" } });
});

test("values outside their limits are reported at their fields", () => {
  const field = fieldOf(CITIES);
  const draft = { ...draftOf(field), points: "21", pace: "0", note: "too long", limit: "1.5", dice: { kind: 1, skipped: "x" } };
  assert.deepEqual(valueOf(field, draft).faults, {
    "$.points": { code: "high", limit: 20 },
    "$.pace": { code: "low", limit: 0 },
    "$.note": { code: "long", limit: 5 },
    "$.limit": { code: "whole" },
    "$.dice.skipped": { code: "number" },
  });
});

test("the chosen alternative determines the value", () => {
  const field = fieldOf(CITIES);
  const draft = draftOf(field);
  draft.board = { ...draft.board, chosen: 0 };
  draft.dice.skipped = "2";
  draft.limit = "7";
  draft.note = "";
  const { value, faults } = valueOf(field, draft);
  assert.deepEqual(faults, {});
  assert.deepEqual(value.board, { t: "fixed", number: 1 });
  assert.equal(value.limit, 7);
  assert.equal("note" in value, false);
  assert.deepEqual(value.dice, { kind: "dice", skipped: 2 });
});

test("an alternative is named by its title or its tag", () => {
  const board = (fieldOf(CITIES).fields ?? []).find(({ name }) => name === "board");
  assert.deepEqual((board?.fields ?? []).map(({ label }) => label), ["Fixed", "Shuffled"]);
});

test("an optional object can be left out", () => {
  const field = fieldOf({ type: "object", properties: { clock: { anyOf: [{ type: "object", title: "Clock", properties: { minutes: { type: "integer", default: 5 } } }, { type: "null" }] } } });
  const draft = draftOf(field);
  assert.deepEqual(valueOf(field, draft).value, { clock: null });
  draft.clock = { ...draft.clock, chosen: 0 };
  assert.deepEqual(valueOf(field, draft).value, { clock: { minutes: 5 } });
});

test("a refusal is shown at the nearest field", () => {
  const places = pathsOf(fieldOf(CITIES), "$.options");
  assert.equal(nearestPath("$.options.points", places), "$.options.points");
  assert.equal(nearestPath("$.options.board.number", places), "$.options.board.number");
  assert.equal(nearestPath("$.options.dice.kind[2]", places), "$.options.dice.kind");
  assert.equal(nearestPath("$.options.pointsmore", places), "$.options");
  assert.equal(nearestPath("$.seats[1].level", places), null);
});

const LIST = { type: "string", pattern: "^[a-z]+$", "x-names": "house" };
const CARDS = {
  type: "object",
  properties: {
    mode: { enum: ["base", "tournament", "later"], "x-refused": ["later"], default: "base" },
    decks: { enum: ["brought", "house"], default: "brought", "x-only-if": { mode: ["tournament"] }, "x-lists": ["brought"] },
    house: { type: "array", minItems: 2, maxItems: 2, prefixItems: [LIST, LIST], items: false, default: ["trade", "knights"], "x-only-if": { mode: ["tournament"] } },
  },
};
const FIELD = withNames(fieldOf(CARDS), { en: { house: { artists: "Artists", trade: "Trade", knights: "Knights" } } });

test("a value for each seat becomes one field per seat, and ids with names become choices", () => {
  const house = (FIELD.fields ?? [])[2];
  assert.equal(house?.kind, "seats");
  assert.deepEqual(house?.fields?.map((one) => [one.kind, one.choices?.map(({ value }) => value)]), Array(2).fill(["choice", ["artists", "trade", "knights"]]));
  assert.deepEqual(draftOf(FIELD).house, [1, 2]);
  const { value } = valueOf(FIELD, { ...draftOf(FIELD), mode: 1, house: [0, 0] });
  assert.deepEqual(value, { mode: "tournament", decks: "brought", house: ["artists", "artists"] });
  assert.deepEqual(pathsOf(FIELD), ["$", "$.mode", "$.decks", "$.house", "$.house[0]", "$.house[1]"]);
});

test("ids that have no names are typed in", () => {
  const field = fieldOf(CARDS);
  const { faults } = valueOf(withNames(field, {}), { ...draftOf(field), mode: 1, house: ["trade", "No!"] });
  assert.deepEqual(faults, { "$.house[1]": { code: "pattern" } });
});

test("an option without effect is not shown, and has its default", () => {
  const draft = { ...draftOf(FIELD), decks: 1, house: [0, 0] };
  const { value, faults } = valueOf(FIELD, draft);
  assert.deepEqual(value, { mode: "base", decks: "brought", house: ["trade", "knights"] });
  assert.deepEqual(faults, {});
  assert.deepEqual(applicableFields(FIELD, value).map(({ name }) => name), ["mode"]);
  assert.deepEqual(applicableFields(FIELD, { mode: "tournament" }).map(({ name }) => name), ["mode", "decks", "house"]);
});

test("values that cannot be played yet cannot be chosen", () => {
  assert.deepEqual((FIELD.fields ?? [])[0]?.choices?.map(({ value }) => value), ["base", "tournament"]);
  assert.equal(fieldOf({ enum: ["plain", "later"], default: "plain", "x-refused": ["later"] }).kind, "constant");
});

test("the options determine whether seats bring lists", () => {
  const brings = (/** @type {string} */ mode, /** @type {string} */ decks) => hasLists(FIELD, { mode, decks });
  assert.deepEqual([brings("tournament", "brought"), brings("tournament", "house"), brings("base", "brought")], [true, false, false]);
});

test("names from programs become readable words", () => {
  assert.deepEqual(["max_points", "FriendlyRobber", "x", 3].map(readableName), ["Max points", "Friendly robber", "X", "3"]);
});
