/** How long seats thought: in turns, at the same time, and with interruptions. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { findDecisions, longDecisions, summariseTimes } from "../../service/viewer/pages/replay/decisions.js";

const sealing = (/** @type {{key: string}} */ line) => line.key === "sealed";

/** Entries from words like "12 played 0 seat", one command each; `+` adds an entry to the previous command.
 * @param {string[]} words
 */
function log(...words) {
  let cause = 0;
  return words.map((word, index) => {
    const [second, key, seat = "", by = "seat", params = "{}"] = word.replace("+", "").split(" ");
    if (!word.startsWith("+")) cause = index;
    return { version: index + 1, at: new Date(1000 * Number(second)).toISOString(), cause, seat: seat === "" ? null : Number(seat), by, line: { key, params: JSON.parse(params) } };
  });
}

const told = (/** @type {any[]} */ entries) => findDecisions(entries, sealing).map(({ version, seat, seconds }) => [version, seat, seconds]);

test("a seat's thinking time starts at the previous command, and each command counts once", () => {
  assert.deepEqual(told(log("100 started", "107 played 0", "+107 drawn 0", "110 played 1")), [[2, 0, 7], [4, 1, 3]]);
});

test("bots, clocks and votes have no thinking time, but the next seat's time starts with them", () => {
  assert.deepEqual(told(log("100 started", "101 played 1 bot", "109 undo-asked 0", "111 played 0", "171 played 1 clock", "172 played 0")), [[4, 0, 10], [6, 0, 1]]);
});

test("seats that choose at the same time are each timed separately", () => {
  assert.deepEqual(told(log("100 started", "105 sealed 0", "140 sealed 1", "+140 revealed", "142 played 0")), [[2, 0, 5], [3, 1, 40], [5, 0, 2]]);
  const asked = log("100 started", '103 rolled 0 seat {}', '+103 asked 0 seat {"seats":[1,2]}', "105 dropped 2", "110 dropped 1", "111 played 0");
  assert.deepEqual(told(asked), [[2, 0, 3], [4, 2, 2], [5, 1, 7], [6, 0, 1]]);
});

test("pauses and outages are not thinking time, and an undone decision is timed again", () => {
  assert.deepEqual(told(log("100 started", "104 match-paused", "164 match-resumed", "166 played 0")), [[4, 0, 6]]);
  assert.deepEqual(told(log("100 started", '300 silence-passed  engine {"seconds":190}', "303 played 0")), [[3, 0, 13]]);
  assert.deepEqual(told(log("100 started", "104 played 0", "109 undone", "111 played 0")), [[2, 0, 4], [4, 0, 2]]);
});

test("each seat has its total, median and longest time, and unusually long decisions are found", () => {
  const found = [4, 2, 60, 6].map((seconds, index) => ({ version: index + 1, seat: index === 1 ? 2 : 0, seconds }));
  assert.deepEqual(summariseTimes(found), [
    { seat: 0, total: 70, median: 6, longest: found[2] },
    { seat: 2, total: 2, median: 2, longest: found[1] },
  ]);
  assert.deepEqual(longDecisions(found), [found[2]]);
  assert.deepEqual(longDecisions([]), []);
});
