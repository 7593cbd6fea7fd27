/** The moments to which a match can go back, the viewers that may be chosen, and what an undo strikes out. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { findBatches, targetFor, undoTargets, defaultTarget } from "../../service/viewer/pages/match/undo_targets.js";
import { allowedViewers, isLogged, chooseViewer } from "../../service/viewer/timeline/viewers.js";

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

test("an undo goes back to the end of a batch, and not before the deal", () => {
  assert.deepEqual(undoTargets(findBatches(LOG)).map(({ to, taken }) => [to, taken.first, taken.last]), [[6, 7, 7], [4, 5, 6], [3, 4, 4]]);
});

test("the default target is before the seat's last own command", () => {
  const found = undoTargets(findBatches(LOG));
  assert.equal(defaultTarget(found, 0), 6);
  assert.equal(defaultTarget(found, 1), 6, "a bot's command is not the seat's own");
  assert.equal(defaultTarget([], 0), null);
});

test("a version inside a batch means the end of that batch", () => {
  const found = undoTargets(findBatches(LOG));
  assert.deepEqual([3, 4, 5, 6].map((version) => targetFor(found, version)), [3, 4, 6, 6]);
});

test("undone entries are no longer targets", () => {
  const log = [...LOG, entry(8, 7, "undo-asked", 0), entry(9, 8, "undo-answered", 1), entry(10, 8, "undone", null, { to: 4 }), entry(11, 10, "sealed", 0)];
  assert.deepEqual(undoTargets(findBatches(log)).map(({ to }) => to), [10, 4, 3]);
});

test("if nothing has been played there is nothing to undo", () => {
  assert.deepEqual(undoTargets(findBatches(LOG.slice(0, 3))), []);
});

const summary = (/** @type {any} */ more) => /** @type {any} */ ({ status: "running", disclosure: "everyone", seats: [{ seat: 0, player: "ada" }, { seat: 1, bot: "greedy" }], ...more });
const ada = /** @type {any} */ ({ player: "ada", scopes: ["play"] });
const judge = /** @type {any} */ ({ player: "judy", scopes: ["play", "referee"] });

test("a running match shows a seat its own view, and all others the spectator's view", () => {
  assert.deepEqual(allowedViewers(summary({}), ada), ["0"]);
  assert.deepEqual(allowedViewers(summary({}), null), ["spectator"]);
  assert.deepEqual(allowedViewers(summary({}), judge), ["spectator", "referee"]);
});

test("a finished match shows every view, or only to those whom it concerns", () => {
  const all = ["0", "1", "spectator", "referee"];
  assert.deepEqual(allowedViewers(summary({ status: "finished" }), null), all);
  assert.deepEqual(allowedViewers(summary({ status: "finished", disclosure: "players" }), ada), all);
  assert.deepEqual(allowedViewers(summary({ status: "finished", disclosure: "players" }), null), ["spectator"]);
  assert.deepEqual(allowedViewers(summary({ status: "finished", held: "end" }), null), ["spectator"]);
  assert.deepEqual(allowedViewers(summary({ status: "finished", held: "end" }), ada), ["0", "spectator"]);
  assert.deepEqual(allowedViewers(summary({ status: "finished", held: "ever" }), judge), ["spectator", "referee"]);
  assert.equal(isLogged(summary({ status: "finished", held: "end" }), "referee"), true);
});

test("the wanted viewer is chosen if allowed, and the default viewer otherwise", () => {
  assert.equal(chooseViewer(summary({}), ada, "1"), "0");
  assert.equal(chooseViewer(summary({}), null, "0"), "spectator");
  assert.equal(chooseViewer(summary({ status: "finished" }), null, "1"), "1");
});
