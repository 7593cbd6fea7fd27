/** The playback clock: moves the cursor at the chosen speed while playing, and behind a running match while following. */

import { countBetween, next } from "./steps.js";

/** Milliseconds that a line of duration 1 is shown at speed 1. */
export const UNIT = 900;
/** Milliseconds within which a cursor that hurries reaches the question to the user's seat. */
export const CATCH_UP = 1000;
const FRAME = 16;

/** The playback speeds that a player can choose for the other players' turns. */
export const PACES = { slow: 0.6, normal: 1.25, fast: 3, at_once: Infinity };
/** @typedef {keyof typeof PACES} Pace */

export const SPEEDS = [0.25, 0.5, 1, 1.5, 2, 4, 8];

/** Doubles or halves the speed, within the limits.
 * @param {number} speed
 * @param {1 | -1} by
 * @returns {number}
 */
export const scaleSpeed = (speed, by) => Math.min(8, Math.max(0.25, by > 0 ? speed * 2 : speed / 2));

/** Returns the milliseconds for which the cursor stays.
 * @param {{duration: number, speed: number, behind: number, left: number | null}} now `behind` is a number of steps; `left` is the number of milliseconds until the end must be shown, or null
 * @returns {number}
 */
export function pauseLength({ duration, speed, behind, left }) {
  const usual = (duration * UNIT) / speed;
  return left === null ? usual : Math.min(usual, Math.max(0, left) / Math.max(1, behind));
}

/**
 * @typedef {object} Cursor the state that the clock reads and moves
 * @property {number} at
 * @property {number} last
 * @property {boolean} playing
 * @property {boolean} following
 * @property {boolean} asked whether the user's seat has a question
 * @property {boolean} hurries whether the cursor must reach that question soon
 * @property {number} pace the speed at which the cursor follows a running match
 * @property {number} speed
 * @property {number[]} steps
 * @property {(version: number) => number} durationAt
 * @property {(version: number, pause: number) => void} advance moves to a version; `pause` is the milliseconds until the next move
 */

/** Drives a cursor that plays or follows. It pauses in a hidden tab. */
export class PlaybackClock {
  /**
   * @param {Cursor} cursor
   * @param {{now(): number, later(call: () => void, milliseconds: number): any, cancel(handle: any): void, hidden(): boolean, still(): boolean}} [clock] `still` if the user prefers reduced motion
   */
  constructor(cursor, clock = browserClock) {
    this.cursor = cursor;
    this.clock = clock;
    this.seen = cursor.at;
    this.movedAt = clock.now();
    /** @type {number | null} when the user's seat first had a question while the cursor was behind */
    this.askedAt = null;
    /** @type {any} */
    this.timer = null;
  }

  /** Reschedules the next move after a change of the cursor, the end, the speed or the tab's visibility. */
  reschedule() {
    const { cursor, clock } = this;
    if (cursor.at !== this.seen) {
      this.seen = cursor.at;
      this.movedAt = clock.now();
    }
    clock.cancel(this.timer);
    this.timer = null;
    const behind = cursor.at < cursor.last;
    if (!behind || !cursor.following || !cursor.asked) this.askedAt = null;
    else this.askedAt ??= clock.now();
    if (!behind || clock.hidden() || !(cursor.playing || cursor.following)) return;
    const due = this.movedAt + this.pause() - clock.now();
    this.timer = clock.later(() => this.move(), Math.max(0, due));
  }

  pause() {
    const { cursor } = this;
    const follows = cursor.following && !cursor.playing;
    const left = !follows || !cursor.hurries || this.askedAt === null ? null : this.clock.still() ? 0 : this.askedAt + CATCH_UP - this.clock.now();
    return pauseLength({ duration: cursor.durationAt(cursor.at), speed: follows ? cursor.pace : cursor.speed, behind: countBetween(cursor.steps, cursor.at, cursor.last), left });
  }

  move() {
    const { cursor } = this;
    this.timer = null;
    if (cursor.at >= cursor.last || this.clock.hidden() || !(cursor.playing || cursor.following)) return;
    let to = next(cursor.steps, cursor.at, cursor.last);
    const pause = this.pause();
    for (let skip = Math.floor(FRAME / Math.max(pause, 0.5)); skip > 1 && to < cursor.last; skip -= 1) to = next(cursor.steps, to, cursor.last);
    this.seen = to;
    this.movedAt = this.clock.now();
    cursor.advance(to, pause);
    this.reschedule();
  }

  stop() {
    this.clock.cancel(this.timer);
    this.timer = null;
  }
}

const browserClock = {
  now: () => performance.now(),
  later: (/** @type {() => void} */ call, /** @type {number} */ milliseconds) => setTimeout(call, milliseconds),
  cancel: (/** @type {any} */ handle) => clearTimeout(handle),
  hidden: () => document.hidden,
  still: () => matchMedia("(prefers-reduced-motion: reduce)").matches,
};
