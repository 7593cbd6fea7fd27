/** The form that a game's options become. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { draftOf, fieldOf, nearest, placesOf, valueOf } from "../../service/viewer/forms/schema.js";
import { spoken } from "../../service/viewer/ui/game_name.js";

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

test("a game without options asks for nothing", () => {
  const field = fieldOf(NONE);
  assert.equal(field.kind, "group");
  assert.deepEqual(valueOf(field, draftOf(field)), { value: {}, faults: {} });
});

test("every kind of option becomes its kind of field", () => {
  const field = fieldOf(CITIES);
  const kinds = Object.fromEntries((field.fields ?? []).map((one) => [one.name, one.kind]));
  assert.deepEqual(kinds, { preset: "choice", points: "number", friendly_robber: "flag", pace: "number", board: "either", limit: "number", note: "text", dice: "group" });
  const labels = (field.fields ?? []).map((one) => one.label);
  assert.deepEqual(labels.slice(0, 3), ["Preset", "Points to win", "Friendly robber"]);
  assert.equal(field.fields?.[0]?.help, "Where the other options begin.");
});

test("defaults are filled in, and what has none is asked for", () => {
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

test("bounds are said at the field", () => {
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

test("one of several ways gives its own value", () => {
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

test("a way is called by its title, or by its tag", () => {
  const board = (fieldOf(CITIES).fields ?? []).find(({ name }) => name === "board");
  assert.deepEqual((board?.fields ?? []).map(({ label }) => label), ["Fixed", "Shuffled"]);
});

test("an object that may be missing can be left out", () => {
  const field = fieldOf({ type: "object", properties: { clock: { anyOf: [{ type: "object", title: "Clock", properties: { minutes: { type: "integer", default: 5 } } }, { type: "null" }] } } });
  const draft = draftOf(field);
  assert.deepEqual(valueOf(field, draft).value, { clock: null });
  draft.clock = { ...draft.clock, chosen: 0 };
  assert.deepEqual(valueOf(field, draft).value, { clock: { minutes: 5 } });
});

test("a refusal is placed at the nearest field", () => {
  const places = placesOf(fieldOf(CITIES), "$.options");
  assert.equal(nearest("$.options.points", places), "$.options.points");
  assert.equal(nearest("$.options.board.number", places), "$.options.board.number");
  assert.equal(nearest("$.options.dice.kind[2]", places), "$.options.dice.kind");
  assert.equal(nearest("$.options.pointsmore", places), "$.options");
  assert.equal(nearest("$.seats[1].level", places), null);
});

test("names of programs become words", () => {
  assert.deepEqual(["max_points", "FriendlyRobber", "x", 3].map(spoken), ["Max points", "Friendly robber", "X", "3"]);
});
