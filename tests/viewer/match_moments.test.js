/** The moments to which a match can go back, whose eyes may be looked through, and what an undo strikes out. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { batches, momentOf, moments, usualMoment } from "../../service/viewer/pages/match/moments.js";
import { eyes, leavesEntry, usualEyes } from "../../service/viewer/timeline/eyes.js";

const entry = (/** @type {number} */ version, /** @type {number} */ cause, /** @type {string} */ key, /** @type {number | null} */ seat = null, /** @type {any} */ params = {}, by = "seat") => ({ version, cause, seat, by, line: { key, params } });
const LOG = [
  entry(1, 0, "opened"),
  entry(2, 1, "started"),
  entry(3, 1, "dealt"),
  entry(4, 3, "sealed", 0),
  entry(5, 4, "sealed", 1, {}, "bot"),
  entry(6, 4, "revealed"),
  entry(7, 6, "sealed", 0),
];

test("one goes back to the end of a batch, the deal at the earliest", () => {
  assert.deepEqual(moments(batches(LOG)).map(({ to, taken }) => [to, taken.first, taken.last]), [[6, 7, 7], [4, 5, 6], [3, 4, 4]]);
});

test("usually the last own command is meant", () => {
  const found = moments(batches(LOG));
  assert.equal(usualMoment(found, 0), 6);
  assert.equal(usualMoment(found, 1), 6, "a bot's command is nobody's own");
  assert.equal(usualMoment([], 0), null);
});

test("a version inside a batch means the end of it", () => {
  const found = moments(batches(LOG));
  assert.deepEqual([3, 4, 5, 6].map((version) => momentOf(found, version)), [3, 4, 6, 6]);
});

test("what was taken back is no moment any more", () => {
  const log = [...LOG, entry(8, 7, "undo-asked", 0), entry(9, 8, "undo-answered", 1), entry(10, 8, "undone", null, { to: 4 }), entry(11, 10, "sealed", 0)];
  assert.deepEqual(moments(batches(log)).map(({ to }) => to), [10, 4, 3]);
});

test("without anything played there is nothing to take back", () => {
  assert.deepEqual(moments(batches(LOG.slice(0, 3))), []);
});

const summary = (/** @type {any} */ more) => /** @type {any} */ ({ status: "running", disclosure: "everyone", seats: [{ seat: 0, player: "ada" }, { seat: 1, bot: "greedy" }], ...more });
const ada = /** @type {any} */ ({ player: "ada", scopes: ["play"] });
const judge = /** @type {any} */ ({ player: "judy", scopes: ["play", "referee"] });

test("a running match shows a seat its own view, others the spectator's", () => {
  assert.deepEqual(eyes(summary({}), ada), ["0"]);
  assert.deepEqual(eyes(summary({}), null), ["spectator"]);
  assert.deepEqual(eyes(summary({}), judge), ["spectator", "referee"]);
});

test("a finished match shows everything, or only to those it concerns", () => {
  const all = ["0", "1", "spectator", "referee"];
  assert.deepEqual(eyes(summary({ status: "finished" }), null), all);
  assert.deepEqual(eyes(summary({ status: "finished", disclosure: "players" }), ada), all);
  assert.deepEqual(eyes(summary({ status: "finished", disclosure: "players" }), null), ["spectator"]);
  assert.deepEqual(eyes(summary({ status: "finished", held: "end" }), null), ["spectator"]);
  assert.deepEqual(eyes(summary({ status: "finished", held: "end" }), ada), ["0", "spectator"]);
  assert.deepEqual(eyes(summary({ status: "finished", held: "ever" }), judge), ["spectator", "referee"]);
  assert.equal(leavesEntry(summary({ status: "finished", held: "end" }), "referee"), true);
});

test("wanted eyes are taken where they may be, else the usual ones", () => {
  assert.equal(usualEyes(summary({}), ada, "1"), "0");
  assert.equal(usualEyes(summary({}), null, "0"), "spectator");
  assert.equal(usualEyes(summary({ status: "finished" }), null, "1"), "1");
});
