/** Views made of patches, and what an undo strikes out. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { correspondingVersion } from "../../service/viewer/timeline/corresponding_version.js";
import { branchAt, stretchEndedBy } from "../../service/viewer/timeline/branches.js";
import { findTakenBack } from "../../service/viewer/timeline/taken_back.js";
import { Timeline, applyPatch } from "../../service/viewer/timeline/timeline.js";

test("a merge patch sets, removes and merges nested values", () => {
  assert.deepEqual(applyPatch({ a: 1, b: { c: 2, d: 3 } }, { a: null, b: { c: 4 }, e: [1] }), { b: { c: 4, d: 3 }, e: [1] });
  assert.deepEqual(applyPatch(null, { a: { b: null, c: 1 } }), { a: { c: 1 } });
  assert.deepEqual(applyPatch([1, 2], { a: 1 }), { a: 1 });
  assert.equal(applyPatch({ a: 1 }, 7), 7);
  assert.deepEqual(applyPatch({ a: [1, 2, 3] }, { a: [4] }), { a: [4] });
});

test("a value that a patch does not name stays the same object", () => {
  const before = { a: { x: 1 }, b: { y: 2 } };
  const after = applyPatch(before, { b: { y: 3 } });
  assert.equal(after.a, before.a);
  assert.notEqual(after.b, before.b);
  assert.deepEqual(before, { a: { x: 1 }, b: { y: 2 } });
  assert.equal(applyPatch(before, {}), before);
});

const REPLAY = ['{"version":0,"view":null}', '{"version":1,"line":{"key":"opened"},"patch":null}', '{"version":2,"line":{"key":"started"},"patch":{"points":[0]}}', '{"version":3,"line":{"key":"played","seat":0},"patch":{"points":[4]}}'];

test("a replay is read entry by entry", () => {
  const timeline = Timeline.parse(`${REPLAY.join("\n")}\n`);
  assert.equal(timeline.last, 3);
  assert.equal(timeline.openingVersion({ isSetUp: (view) => view.points[0] > 0 }), 3);
  assert.equal(timeline.openingVersion({ isSetUp: () => true }), 2);
  assert.equal(timeline.openingVersion({ isSetUp: () => false }), 2);
  assert.deepEqual(timeline.view(3), { points: [4] });
  assert.deepEqual(timeline.view(2), { points: [0] });
  assert.equal(timeline.view(1), null);
  assert.equal(timeline.line(3)?.seat, 0);
  assert.equal(timeline.broken, null);
});

test("a broken replay shows what comes before the break, and says where it is", () => {
  for (const bad of ["{", '{"version":9,"line":{"key":"played"},"patch":{}}']) {
    const timeline = Timeline.parse([...REPLAY.slice(0, 3), bad, ...REPLAY.slice(3)].join("\n"));
    assert.equal(timeline.last, 2);
    assert.equal(timeline.broken, 3);
  }
});

test("a known frame changes nothing, and a frame that is too far ahead is refused", () => {
  const timeline = Timeline.parse(REPLAY.join("\n"));
  const line = { key: "played" };
  assert.equal(timeline.push({ version: 3, line, patch: { points: [9] } }), true);
  assert.deepEqual(timeline.view(3), { points: [4] });
  assert.equal(timeline.push({ version: 5, line, patch: {} }), false);
  assert.equal(timeline.push({ version: 4, line, patch: {} }), true);
  assert.equal(timeline.view(4), timeline.view(3));
});

test("an undo strikes out what was played since, but not lines about the match as a whole", () => {
  /** @type {any[]} */
  const lines = [null, { key: "opened" }, { key: "started" }, { key: "played" }, { key: "played" }, { key: "undo-asked" }, { key: "undone", params: { to: 3 } }, { key: "played" }];
  assert.deepEqual([...findTakenBack(lines)], [4]);
  assert.deepEqual([...findTakenBack(lines.slice(4), 4)], [4]);
});

test("undone entries form a branch, which leads back to the entries that count", () => {
  const all = [null, "started", "a", "b", "c", { to: 2 }, "d", "undo-asked", { to: 1 }, "e"].map((one) => (one === null ? null : typeof one === "string" ? { key: one } : { key: "undone", params: one }));
  const log = { last: all.length - 1, line: (/** @type {number} */ version) => all[version] };
  assert.equal(branchAt(log, 1), null);
  assert.deepEqual(branchAt(log, 4), { from: 3, to: 4, root: 1, on: 8 }, "where it left was taken back as well");
  assert.deepEqual(branchAt(log, 7), { from: 2, to: 7, root: 1, on: 8 }, "a vote about it is seen on it");
  assert.equal(branchAt(log, 8), null);
  assert.equal(branchAt(log, 9), null);
  assert.deepEqual(stretchEndedBy(log, 5), { from: 3, to: 4 });
  assert.equal(stretchEndedBy(log, 9), null);
});

test("another match is shown at the same number of turns, and not beyond the end of that turn", () => {
  const own = { turns: [10, 20, 30, 40], first: 5, last: 50 };
  const other = { turns: [12, 18, 40], first: 6, last: 44 };
  assert.deepEqual([5, 9, 10, 13, 25, 31, 45].map((at) => correspondingVersion(own, other, at)), [6, 10, 12, 15, 23, 41, 44]);
  const fork = { turns: [8, 15], first: 4, last: 20 };
  const alike = { own: 4, other: 23 };
  assert.deepEqual([4, 6, 8, 16].map((at) => correspondingVersion(fork, own, at, alike)), [23, 25, 30, 41], "from where it left");
  const back = { own: 23, other: 4 };
  assert.deepEqual([7, 23, 31].map((at) => correspondingVersion(own, fork, at, back)), [4, 4, 9]);
});
