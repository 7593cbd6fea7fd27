/** The curves of a luck report. */

import assert from "node:assert";
import { test } from "node:test";
import { largestDeviation, luckPaths, countThrows } from "../../service/viewer/ui/luck.js";

const THROWS = [
  { version: 12, expected: [0.5, 1], actual: [2, 0], band: [1.2, 1.5] },
  { version: 20, expected: [1, 2], actual: [2, 0], band: [1.7, 2.1] },
];

test("a throw counts from its entry on", () => {
  assert.deepStrictEqual([5, 11, 12, 19, 20, 99].map((at) => countThrows(THROWS, at)), [0, 0, 1, 1, 2, 2]);
  assert.strictEqual(countThrows([], 9), 0);
});

test("a seat that got more than the mean is drawn above it, as a staircase over the entries", () => {
  assert.strictEqual(luckPaths(THROWS, 0, 10, 30).line, "M0 0H2V-1.5H10V-1H20");
  assert.strictEqual(luckPaths(THROWS, 1, 10, 30).line, "M0 0H2V1H10V2H20");
});

test("the band widens with every throw, symmetrically", () => {
  assert.strictEqual(luckPaths(THROWS, 0, 10, 30).band, "M0 0L2 -1.2L10 -1.2L10 -1.7L20 -1.7L20 1.7L10 1.7L10 1.2L2 1.2Z");
});

test("all seats are drawn on the same scale", () => {
  assert.strictEqual(largestDeviation(THROWS), 2.1);
  assert.strictEqual(largestDeviation([]), 1);
});
