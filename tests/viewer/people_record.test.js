/** A player's results, game by game. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { height, recordOf } from "../../service/viewer/pages/people/record.js";

/** @param {string} id @param {string} game @param {number[] | null} places @returns {any} */
const line = (id, game, places) => ({ id, game, seats: ["me", "you", undefined].map((player, seat) => ({ seat, player, ...(player ? {} : { bot: "greedy" }) })), result: places && { places, points: [0, 0, 0] } });

test("only finished matches are counted, separately by game, and the course ends with the newest", () => {
  const lines = [line("5", "a", null), line("4", "a", [1, 2, 3]), line("3", "b", [2, 1, 3]), line("2", "a", [3, 1, 2]), line("1", "a", [1, 1, 3])];
  assert.deepEqual(recordOf(lines, "me"), [
    { game: "a", played: 3, won: 2, course: [{ id: "1", place: 1, seats: 3 }, { id: "2", place: 3, seats: 3 }, { id: "4", place: 1, seats: 3 }] },
    { game: "b", played: 1, won: 0, course: [{ id: "3", place: 2, seats: 3 }] },
  ]);
  assert.deepEqual(recordOf(lines, "nobody"), []);
  const origin = { match: "1", version: 9, page: "/replay/1?e=9" };
  assert.deepEqual(recordOf([{ ...line("6", "a", [1, 2, 3]), origin }, ...lines], "me"), recordOf(lines, "me"), "what was gone on from another match is no result");
});

test("a win is drawn highest and the last place lowest", () => {
  assert.deepEqual([1, 2, 4].map((place) => height({ id: "", place, seats: 4 })), [1, 0.75, 0.25]);
});
