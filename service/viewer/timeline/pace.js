/** The clock of a replay: moves the cursor by beats while it plays, and behind a running match while it follows. */

import { between, next, stay } from "./steps.js";

/** How long one beat lasts at speed 1, in milliseconds. */
export const BEAT = 900;
/** How long the clock may take to show what is missing once the own seat is asked. */
export const CATCH_UP = 1000;
/** How many steps behind is still watched at its own speed. */
const COMFORTABLE = 20;
const FRAME = 16;

export const SPEEDS = [0.25, 0.5, 1, 1.5, 2, 4, 8];

/** The speed one notch faster or slower.
 * @param {number} speed
 * @param {1 | -1} by
 * @returns {number}
 */
export function notch(speed, by) {
  const wanted = by > 0 ? SPEEDS.find((one) => one > speed) : SPEEDS.findLast((one) => one < speed);
  return wanted ?? speed;
}

/** Twice or half the speed, within what there is.
 * @param {number} speed
 * @param {1 | -1} by
 * @returns {number}
 */
export const doubled = (speed, by) => Math.min(8, Math.max(0.25, by > 0 ? speed * 2 : speed / 2));

/** How long the clock stays where it is, in milliseconds.
 * @param {{beats: number, speed: number, behind: number, following: boolean, left: number | null}} now `behind` in steps; `left` milliseconds until everything has to be seen
 * @returns {number}
 */
export function wait({ beats, speed, behind, following, left }) {
  const usual = (beats * BEAT) / speed;
  if (!following) return usual;
  // The further behind, the faster: whoever watches bots is some seconds behind them, not minutes.
  const hurried = behind > COMFORTABLE ? usual * (COMFORTABLE / behind) ** 2 : usual;
  return left === null ? hurried : Math.min(hurried, Math.max(0, left) / Math.max(1, behind));
}

/**
 * @typedef {object} Cursor what the clock reads and moves
 * @property {number} at
 * @property {number} last
 * @property {boolean} playing
 * @property {boolean} following
 * @property {boolean} asked whether the own seat is asked something
 * @property {number} speed
 * @property {number[]} steps
 * @property {(version: number) => number} beats
 * @property {(version: number, pause: number) => void} advance to a version, with the time between two moves
 */

/** Drives a cursor; it never moves one that neither plays nor follows, and rests in a hidden tab. */
export class Pace {
  /**
   * @param {Cursor} cursor
   * @param {{now(): number, later(call: () => void, milliseconds: number): any, cancel(handle: any): void, hidden(): boolean, still(): boolean}} [clock] `still` where the reader wants no motion
   */
  constructor(cursor, clock = browserClock) {
    this.cursor = cursor;
    this.clock = clock;
    this.seen = cursor.at;
    this.moved = clock.now();
    /** @type {number | null} when the own seat was first asked while the cursor was behind */
    this.askedAt = null;
    /** @type {any} */
    this.timer = null;
  }

  /** Something has changed: the cursor, the end, the speed, or whether the tab is seen. */
  poke() {
    const { cursor, clock } = this;
    if (cursor.at !== this.seen) {
      this.seen = cursor.at;
      this.moved = clock.now();
    }
    clock.cancel(this.timer);
    this.timer = null;
    const behind = cursor.at < cursor.last;
    if (!behind || !cursor.following || !cursor.asked) this.askedAt = null;
    else this.askedAt ??= clock.now();
    if (!behind || clock.hidden() || !(cursor.playing || cursor.following)) return;
    const due = this.moved + this.pause() - clock.now();
    this.timer = clock.later(() => this.move(), Math.max(0, due));
  }

  pause() {
    const { cursor } = this;
    const left = this.askedAt === null ? null : this.clock.still() ? 0 : this.askedAt + CATCH_UP - this.clock.now();
    const behind = between(cursor.steps, cursor.at, cursor.last);
    return wait({ beats: cursor.beats(cursor.at), speed: cursor.speed, behind, following: cursor.following && !cursor.playing, left });
  }

  move() {
    const { cursor } = this;
    this.timer = null;
    if (cursor.at >= cursor.last || this.clock.hidden() || !(cursor.playing || cursor.following)) return;
    let to = next(cursor.steps, cursor.at, cursor.last);
    const pause = this.pause();
    for (let skip = Math.floor(FRAME / Math.max(pause, 0.5)); skip > 1 && to < cursor.last; skip -= 1) to = next(cursor.steps, to, cursor.last);
    this.seen = to;
    this.moved = this.clock.now();
    cursor.advance(to, pause);
    this.poke();
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

/** How many beats a version is worth to the clock.
 * @param {import("./steps.js").Lines} lines
 * @param {Pick<import("../types.d.ts").Game, "beat">} game
 * @returns {(version: number) => number}
 */
export const beatsOf = (lines, game) => (version) => stay(lines.line(version), game);
