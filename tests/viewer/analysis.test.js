/** The analysis in the replay: areas of win chances, and the decision at the cursor. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { decisionAt } from "../../service/viewer/pages/replay/analysis.js";
import { areaPaths } from "../../service/viewer/pages/replay/chances.js";

test("the areas of all seats fill the height, from the first value to the end", () => {
  const curve = [{ version: 5, chances: [60, 39.9] }, { version: 7, chances: [20, 80] }];
  assert.deepEqual(areaPaths(curve, 4, 9), ["M1 60L3 20L5 20L5 0L3 0L1 0Z", "M1 100L3 100L5 100L5 20L3 20L1 60Z"]);
  assert.deepEqual(areaPaths([], 0, 9), []);
});

test("the decision at a version is the last one that was made by then", () => {
  const decisions = /** @type {any[]} */ ([{ version: 9 }, { version: 12 }]);
  assert.deepEqual([8, 9, 11, 40].map((at) => decisionAt(decisions, at)?.version), [undefined, 9, 9, 12]);
});
