/** Where stepping stops, and which lines it skips. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { durationOf, countBetween, markOf, findMoments, next, previous } from "../../service/viewer/timeline/steps.js";
import { game, lines } from "./replay_game.js";

const ROUND = "opened seat-taken:0 seat-taken:1 started round asked sealed:0 sealed:1 sealed:2 sealed:3 revealed played:0 played:1";

test("technical lines belong to the next step; sealing is one step, and revealing another", () => {
  const { steps } = findMoments(lines(ROUND), game);
  assert.deepEqual(steps, [5, 9, 11, 12, 13]);
});

test("a single sealed choice belongs to the step after it", () => {
  assert.deepEqual(findMoments(lines("round asked sealed:1 revealed"), game).steps, [1, 4]);
});

test("the last version is always a step, and appears only once", () => {
  assert.deepEqual(findMoments(lines("round asked"), game).steps, [1, 2]);
  assert.deepEqual(findMoments(lines("round played:0"), game).steps, [1, 2]);
  assert.deepEqual(findMoments(lines("round sealed:0 sealed:1"), game).steps, [1, 2, 3]);
});

test("turns, rounds and marks are found as the game defines them", () => {
  const found = findMoments(lines(`${ROUND} undone round`), game);
  assert.deepEqual(found.turns, [12, 13]);
  assert.deepEqual(found.rounds, [5, 15]);
  assert.deepEqual(found.marks, [
    { version: 11, kind: "reveal" },
    { version: 14, kind: "undo" },
  ]);
});

test("hidden lines are not steps and do not split a step", () => {
  const found = findMoments(lines("round played:0 undone sealed:0 played:1 sealed:1 sealed:2 revealed"), game, new Set([2, 5]));
  assert.deepEqual(found.steps, [1, 3, 6, 8]);
  assert.deepEqual(found.turns, []);
});

test("the next and previous steps are found, and the steps between are counted", () => {
  const steps = [5, 9, 11];
  assert.equal(next(steps, 5, 20), 9);
  assert.equal(next(steps, 11, 20), 20);
  assert.equal(previous(steps, 9, 0), 5);
  assert.equal(previous(steps, 10, 0), 9);
  assert.equal(previous(steps, 5, 0), 0);
  assert.equal(countBetween(steps, 5, 11), 2);
  assert.equal(countBetween(steps, 11, 5), 0);
});

test("lines about the match as a whole are handled without the game", () => {
  const silent = /** @type {any} */ ({});
  assert.equal(durationOf({ key: "seat-taken", seat: 0 }, silent), 0);
  assert.equal(markOf({ key: "undone" }, silent), "undo");
  assert.equal(markOf({ key: "closed" }, silent), null);
  assert.equal(durationOf(null, silent), 0);
});

test("the steps of fifteen thousand lines are found", () => {
  const many = lines(Array.from({ length: 1500 }, () => "round asked sealed:0 sealed:1 sealed:2 sealed:3 revealed played:0 played:1 played:2").join(" "));
  assert.equal(findMoments(many, game).steps.length, 1500 * 6);
});
