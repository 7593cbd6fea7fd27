/** The playback clock: what it moves, when, and what it leaves alone. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { UNIT, CATCH_UP, PACES, PlaybackClock, scaleSpeed, pauseLength } from "../../service/viewer/timeline/playback_clock.js";

/** A cursor over `last` versions, one step each, and a clock that a test moves. */
function watched({ at = 0, last = 10, playing = false, following = false, asked = false, hurries = false, pace = 1, speed = 1 } = {}) {
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
    asked,
    hurries,
    pace,
    speed,
    get steps() {
      return Array.from({ length: cursor.last + 1 }, (_, version) => version);
    },
    durationAt: () => 1,
    advance: (/** @type {number} */ version) => void (cursor.at = version),
  };
  const playback = new PlaybackClock(cursor, clock);
  playback.reschedule();
  return { cursor, clock, playback };
}

test("a cursor that neither plays nor follows stays where it is", () => {
  const { cursor, clock, playback } = watched({ at: 3 });
  cursor.last = 50;
  playback.reschedule();
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
  const { cursor, clock, playback } = watched({ playing: true });
  clock.isHidden = true;
  playback.reschedule();
  clock.pass(60_000);
  assert.equal(cursor.at, 0);
  clock.isHidden = false;
  playback.reschedule();
  clock.pass(1);
  assert.equal(cursor.at, 1);
});

test("a following cursor shows a new line at once after a quiet time", () => {
  const { cursor, clock, playback } = watched({ at: 10, following: true });
  clock.pass(30_000);
  cursor.last = 12;
  playback.reschedule();
  clock.pass(1);
  assert.equal(cursor.at, 11);
  clock.pass(UNIT - 2);
  assert.equal(cursor.at, 11);
});

test("a cursor that hurries has shown everything within the time to catch up once the player is asked", () => {
  const { cursor, clock } = watched({ following: true, asked: true, hurries: true, last: 90 });
  clock.pass(CATCH_UP + 100);
  assert.equal(cursor.at, 90);
});

test("the turns of the others keep the chosen pace, even if the player is asked and hundreds of steps are left", () => {
  const { cursor, clock } = watched({ following: true, asked: true, pace: 0.5, last: 300 });
  clock.pass(2 * UNIT - 1);
  assert.equal(cursor.at, 0);
  clock.pass(2 * UNIT + 1);
  assert.equal(cursor.at, 2);
});

test("the pace applies only while following, and the speed only while playing", () => {
  const following = watched({ following: true, pace: 2 });
  const playing = watched({ playing: true, pace: 2 });
  for (const { clock } of [following, playing]) clock.pass(UNIT);
  assert.deepEqual([following.cursor.at, playing.cursor.at], [2, 1]);
});

test("a cursor with the pace 'at once' is at the end at once", () => {
  const { cursor, clock } = watched({ following: true, pace: PACES.at_once, last: 90 });
  clock.pass(50);
  assert.equal(cursor.at, 90);
});

test("a pause is shortened only if the end must be shown soon", () => {
  assert.equal(pauseLength({ duration: 1, speed: 1, behind: 10, left: null }), UNIT);
  assert.equal(pauseLength({ duration: 2, speed: 4, behind: 100, left: null }), UNIT / 2);
  assert.equal(pauseLength({ duration: 1, speed: 1, behind: 10, left: 1000 }), 100);
  assert.equal(pauseLength({ duration: 1, speed: 1, behind: 10, left: -5 }), 0);
});

test("even hundreds of steps end within the time to catch up", () => {
  const { cursor, clock } = watched({ following: true, asked: true, hurries: true, last: 1500 });
  clock.pass(CATCH_UP + 200);
  assert.equal(cursor.at, 1500);
});

test("speeds change by halves and doubles within their limits", () => {
  assert.equal(scaleSpeed(8, 1), 8);
  assert.equal(scaleSpeed(0.25, -1), 0.25);
  assert.equal(scaleSpeed(1, -1), 0.5);
});

test("with reduced motion a cursor that hurries is at the end at once when the player is asked", () => {
  const { cursor, clock, playback } = watched({ following: true, hurries: true });
  clock.isStill = true;
  cursor.asked = true;
  playback.reschedule();
  clock.pass(1);
  assert.equal(cursor.at, 10);
});
