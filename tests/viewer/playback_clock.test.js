/** The playback clock: what it moves, when, and what it leaves alone. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { UNIT, CATCH_UP, PlaybackClock, scaleSpeed, stepSpeed, pauseLength } from "../../service/viewer/timeline/playback_clock.js";

/** A cursor over `last` versions, one step each, and a clock that a test moves. */
function watched({ at = 0, last = 10, playing = false, following = false, asked = false, closely = false, speed = 1 } = {}) {
  /** @type {{at: number, call: () => void}[]} */
  let due = [];
  const clock = {
    time: 0,
    isStill: false,
    isHidden: false,
    now: () => clock.time,
    later: (/** @type {() => void} */ call, /** @type {number} */ milliseconds) => {
      const timer = { at: clock.time + milliseconds, call };
      due.push(timer);
      return timer;
    },
    cancel: (/** @type {any} */ timer) => void (due = due.filter((one) => one !== timer)),
    hidden: () => clock.isHidden,
    still: () => clock.isStill,
    pass: (/** @type {number} */ milliseconds) => {
      const end = clock.time + milliseconds;
      for (;;) {
        const [first] = due.sort((a, b) => a.at - b.at);
        if (!first || first.at > end) break;
        due = due.filter((one) => one !== first);
        clock.time = Math.max(clock.time, first.at);
        first.call();
      }
      clock.time = end;
    },
  };
  const cursor = {
    at,
    last,
    playing,
    following,
    closely,
    asked,
    speed,
    get steps() {
      return Array.from({ length: cursor.last + 1 }, (_, version) => version);
    },
    durationAt: () => 1,
    advance: (/** @type {number} */ version) => void (cursor.at = version),
  };
  const pace = new PlaybackClock(cursor, clock);
  pace.reschedule();
  return { cursor, clock, pace };
}

test("a cursor that neither plays nor follows stays where it is", () => {
  const { cursor, clock, pace } = watched({ at: 3 });
  cursor.last = 50;
  pace.reschedule();
  clock.pass(60_000);
  assert.equal(cursor.at, 3);
});

test("playing takes one step per unit of time at the chosen speed, and stops at the end", () => {
  const { cursor, clock } = watched({ playing: true, speed: 2 });
  clock.pass(UNIT / 2 - 1);
  assert.equal(cursor.at, 0);
  clock.pass(1);
  assert.equal(cursor.at, 1);
  clock.pass(60_000);
  assert.equal(cursor.at, 10);
});

test("a hidden tab rests, and continues where it was", () => {
  const { cursor, clock, pace } = watched({ playing: true });
  clock.isHidden = true;
  pace.reschedule();
  clock.pass(60_000);
  assert.equal(cursor.at, 0);
  clock.isHidden = false;
  pace.reschedule();
  clock.pass(1);
  assert.equal(cursor.at, 1);
});

test("a following cursor shows a new line at once after a quiet time", () => {
  const { cursor, clock, pace } = watched({ at: 10, following: true });
  clock.pass(30_000);
  cursor.last = 12;
  pace.reschedule();
  clock.pass(1);
  assert.equal(cursor.at, 11);
  clock.pass(UNIT - 2);
  assert.equal(cursor.at, 11);
});

test("when the player's seat is asked, everything has been shown within the time to catch up", () => {
  const { cursor, clock } = watched({ following: true, asked: true, last: 90 });
  clock.pass(CATCH_UP + 100);
  assert.equal(cursor.at, 90);
});

test("a following cursor is faster than a playing one only if it is far behind", () => {
  const far = pauseLength({ duration: 1, speed: 1, behind: 100, following: true, left: null });
  assert.ok(Math.abs(far - UNIT / 25) < 1e-9);
  assert.equal(pauseLength({ duration: 1, speed: 1, behind: 10, following: true, left: null }), UNIT);
  assert.equal(pauseLength({ duration: 2, speed: 4, behind: 100, following: false, left: null }), UNIT / 2);
});

test("a following cursor hurries if it is far behind or must reach the end soon, and a playing one never does", () => {
  const hurried = (/** @type {Parameters<typeof watched>[0]} */ given) => watched(given).pace.isHurried;
  assert.equal(hurried({ following: true, last: 100 }), true);
  assert.equal(hurried({ following: true, asked: true }), true);
  assert.equal(hurried({ following: true, last: 10 }), false);
  assert.equal(hurried({ following: true, last: 0 }), false);
  assert.equal(hurried({ following: true, closely: true, last: 0 }), true);
  assert.equal(hurried({ playing: true, closely: true, last: 100 }), false);
  assert.equal(hurried({ playing: true, last: 100 }), false);
  assert.equal(hurried({ playing: true, following: true, last: 100 }), false);
});

test("a cursor that follows closely is at the end at once", () => {
  const { cursor, clock } = watched({ following: true, closely: true, last: 90 });
  clock.pass(50);
  assert.equal(cursor.at, 90);
});

test("even hundreds of steps end within the time to catch up", () => {
  const { cursor, clock } = watched({ following: true, asked: true, last: 1500 });
  clock.pass(CATCH_UP + 200);
  assert.equal(cursor.at, 1500);
});

test("speeds change by notches, or by halves and doubles within their limits", () => {
  assert.equal(stepSpeed(1, 1), 1.5);
  assert.equal(stepSpeed(8, 1), 8);
  assert.equal(scaleSpeed(8, 1), 8);
  assert.equal(scaleSpeed(0.25, -1), 0.25);
  assert.equal(scaleSpeed(1, -1), 0.5);
});

test("with reduced motion the cursor is at the end at once when the player is asked", () => {
  const { cursor, clock, pace } = watched({ following: true });
  clock.isStill = true;
  cursor.asked = true;
  pace.reschedule();
  clock.pass(1);
  assert.equal(cursor.at, 10);
});
