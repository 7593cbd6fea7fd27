/** The turning points of a match. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { findTurningPoints } from "../../service/viewer/pages/replay/turning_points.js";

/** The points after every version, from pairs of a version and the points from there on. @param {[number, number[]][]} steps @param {number} last */
const read = (steps, last) => Array.from({ length: last + 1 }, (_, version) => steps.findLast(([from]) => from <= version)?.[1] ?? null);
/** Returns the changes of the lead. @param {ReturnType<typeof findTurningPoints>} turns */
const told = (turns) => turns.filter(({ grown }) => !grown).map(({ version, seat, last }) => [version, seat, last]);

test("a seat that takes the lead and keeps it is named, and the last change is final", () => {
  const points = read([[10, [0, 0]], [20, [2, 0]], [50, [2, 3]], [80, [5, 3]]], 100);
  assert.deepEqual(told(findTurningPoints(points, 0, new Set())), [[20, 0, false], [50, 1, false], [80, 0, true]]);
});

test("a lead that is equalled but kept is not a new one, and neither is a momentary one", () => {
  const points = read([[10, [1, 0]], [30, [1, 1]], [40, [2, 1]], [60, [2, 3]], [62, [4, 3]]], 100);
  assert.deepEqual(told(findTurningPoints(points, 0, new Set())), [[10, 0, false], [62, 0, true]]);
});

test("undone entries are not turning points", () => {
  const points = read([[10, [1, 0]], [40, [1, 5]], [50, [1, 0]]], 100);
  assert.deepEqual(told(findTurningPoints(points, 0, new Set(Array.from({ length: 10 }, (_, n) => 40 + n)))), [[10, 0, true]]);
});

test("only the longest of many leads are named, and versions count from the first one", () => {
  const points = read([[0, [1, 0]], [10, [1, 2]], [30, [3, 2]], [60, [3, 4]], [65, [5, 4]], [90, [5, 6]]], 100);
  assert.deepEqual(told(findTurningPoints(points, 7, new Set())), [[17, 1, false], [37, 0, false], [72, 0, false], [97, 1, true]]);
});

test("a match that never has a leader has no turning points", () => {
  assert.deepEqual(findTurningPoints([null, [0, 0], [1, 1]], 0, new Set()), []);
});

test("each turning point shows the points, and the largest growth of a lead is a turning point too", () => {
  const points = read([[10, [1, 0, 0]], [30, [1, 3, 2]], [60, [3, 5, 2]], [70, [3, 8, 2]], [80, [4, 10, 2]]], 100);
  const [one, other, leap] = findTurningPoints(points, 0, new Set());
  assert.deepEqual(one, { version: 10, seat: 0, points: [1, 0], last: false, grown: 0 });
  assert.deepEqual(other, { version: 30, seat: 1, points: [3, 2], last: true, grown: 0 });
  assert.deepEqual(leap, { version: 70, seat: 1, points: [8, 3], last: false, grown: 3 });
});

test("the lead after the opening is not a turning point, but its growth is", () => {
  const points = read([[4, [2, 0]], [8, [2, 1]], [40, [2, 2]], [50, [5, 2]], [60, [5, 3]], [70, [8, 3]]], 100);
  assert.deepEqual(findTurningPoints(points, 0, new Set(), 8).map(({ version, grown }) => [version, grown]), [[50, 3]]);
});
