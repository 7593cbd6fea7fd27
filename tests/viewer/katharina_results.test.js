/** What a round of Katharina gave each seat. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { resultsOfRound } from "../../service/viewer/games/katharina/results.js";

/** @type {any[]} */
const LINES = [
  { key: "displays-shown" },
  { key: "cards-revealed", params: { plays: [null, null] } },
  { key: "card-resolved", seat: 0, params: { points: 3, bonus_points: 2, lost_steps: 1 } },
  { key: "card-resolved", seat: 1, params: { city: "tomsk", tile: "furs" } },
  { key: "track-scored", params: { points: [4, 0] } },
  { key: "finished", params: { points: [80, 92], places: [2, 1] } },
];
const pointsAt = (/** @type {number} */ version) => resultsOfRound((at) => LINES[at - 1] ?? null, version).map(({ points }) => points);

test("a round gives the points of its cards and scorings", () => {
  assert.deepEqual(pointsAt(4), [6, 0]);
  assert.deepEqual(pointsAt(5), [10, 0]);
});

test("the totals at the end of the match are not added to the round", () => assert.deepEqual(pointsAt(6), [10, 0]));
