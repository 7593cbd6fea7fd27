/** The time that a seat has left: which limit ends first, when it is announced, and when the summary is read again. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { clockFace, findPassedMark, nextReadDelay, timesLeft } from "../../service/viewer/timeline/time_left.js";

const RUNNING = { seat: 0, runs: true, answer_left: 20_000, match_left: 90_000 };

test("the limit that ends first is listed first, and both run down", () => {
  assert.deepEqual(timesLeft(RUNNING, 0), [{ of: "answer", seconds: 20 }, { of: "match", seconds: 90 }]);
  assert.deepEqual(timesLeft({ ...RUNNING, match_left: 5_000 }, 1_001), [{ of: "match", seconds: 4 }, { of: "answer", seconds: 19 }]);
  assert.deepEqual(timesLeft(RUNNING, 25_000)[0], { of: "answer", seconds: 0 }, "never below zero");
  assert.deepEqual(timesLeft(RUNNING, -3_000)[0], { of: "answer", seconds: 20 }, "a clock that was put back gives nobody time");
});

test("a stopped clock does not run down, and a limit that does not exist is not listed", () => {
  assert.deepEqual(timesLeft({ seat: 1, runs: false, match_left: 90_000 }, 60_000), [{ of: "match", seconds: 90 }]);
  assert.deepEqual(timesLeft({ seat: 1, runs: true }, 60_000), []);
});

test("the player's time is announced at a minute, half a minute and ten seconds", () => {
  const heard = [];
  for (let left = 65; left >= 0; left -= 1) heard.push(findPassedMark(left + 1, left));
  assert.deepEqual(heard.filter((one) => one !== null), [60, 30, 10]);
  assert.equal(findPassedMark(65, 8), 10, "only the last of several");
  assert.equal(findPassedMark(null, 25), null, "a question that begins with so little");
  assert.equal(findPassedMark(5, 25), null, "more time was given");
  assert.equal(findPassedMark(25, null), null, "answered");
});

test("the summary is read again when a time ends, and after ten seconds at the latest", () => {
  assert.equal(nextReadDelay([RUNNING]), 10_000);
  assert.equal(nextReadDelay([{ ...RUNNING, answer_left: 3_000 }]), 3_250);
  assert.equal(nextReadDelay([{ ...RUNNING, answer_left: 0 }]), 1_500);
  assert.equal(nextReadDelay([{ seat: 0, runs: true }]), 10_000, "only a deadline");
  assert.equal(nextReadDelay([{ ...RUNNING, runs: false }]), null);
});

test("seconds are formatted as on a clock", () => {
  assert.deepEqual([0, 9, 65, 3_600, 36_061].map(clockFace), ["0:00", "0:09", "1:05", "1:00:00", "10:01:01"]);
});
