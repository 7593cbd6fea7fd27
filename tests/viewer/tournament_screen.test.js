/** The screen for the wall, as far as it needs no browser: what fits on a sheet, what is new, and the clock. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { formatClock, newResults, readMinutes, splitEvenly, layOutSheets } from "../../service/viewer/pages/tournament/screen/layout.js";

/** @param {number} many @param {number} [seats] @returns {any} */
const round = (many, seats = 4) => ({ round: 1, tables: Array.from({ length: many }, (_, at) => ({ table: at + 1, entrants: Array.from({ length: seats }, (_, seat) => seat) })) });
const HD = { width: 1920, height: 1080 };

test("the screen shows people before the first round, and only the standings after the end", () => {
  assert.deepEqual(layOutSheets(HD, undefined, [], false).map((one) => one.kind), ["people"]);
  assert.deepEqual(layOutSheets(HD, round(2), [7], false).map((one) => one.kind), ["tables", "standings"]);
  assert.deepEqual(layOutSheets(HD, round(2), [7], true).map((one) => one.kind), ["standings"]);
});

test("few tables are shown larger than many, and every table and line appears once", () => {
  for (const view of [HD, { width: 1280, height: 720 }, { width: 360, height: 760 }, { width: 3840, height: 2160 }]) {
    let before = Infinity;
    for (const many of [1, 2, 4, 9, 25, 64]) {
      const sheets = layOutSheets(view, round(many), [many * 4], false);
      const tables = sheets.flatMap((one) => (one.kind === "tables" ? one.tables.map((table) => table.table) : []));
      const lines = sheets.flatMap((one) => (one.kind === "standings" ? Array.from({ length: one.to - one.from }, (_, at) => one.from + at) : []));
      assert.deepEqual(tables, round(many).tables.map((/** @type {any} */ one) => one.table));
      assert.deepEqual(lines, Array.from({ length: many * 4 }, (_, at) => at));
      const size = sheets[0]?.size ?? 0;
      assert.ok(size <= before && size >= 15 && size <= 90, `${size} of ${many} at ${view.width}`);
      before = size;
    }
  }
});

test("sheets are about equally full", () => {
  assert.deepEqual(splitEvenly(7, 3), [[0, 2], [2, 5], [5, 7]]);
  assert.deepEqual(splitEvenly(0, 3), []);
});

test("a new or corrected result is new, and an earlier one is not", () => {
  const now = round(3);
  now.tables[0].result = { entry: 12 };
  now.tables[2].result = { entry: 20 };
  assert.deepEqual(newResults(new Map([[1, 12]]), now), [3]);
  assert.deepEqual(newResults(new Map([[1, 12], [3, 19]]), now), [3]);
  assert.deepEqual(newResults(new Map(), undefined), []);
});

test("a clock shows hours only if there are any, and the minutes in an address are limited", () => {
  assert.deepEqual([0, 65.9, 725, 3725, -5].map(formatClock), ["0:00", "1:05", "12:05", "1:02:05", "0:05"]);
  assert.deepEqual(["", "?minutes=90", "?minutes=-1", "?minutes=x", "?minutes=9999"].map(readMinutes), [0, 90, 0, 0, 600]);
});
