/** What a reader does with a match: where the cursor goes, whether it plays, whose eyes are asked for, what is open. */

import { beside, leavesEntry, seatOf } from "../../timeline/eyes.js";
import { Pace, beatsOf, doubled } from "../../timeline/pace.js";
import { moments, next, previous } from "../../timeline/steps.js";
import { keep, kept } from "../../ui/kept.js";

/**
 * @typedef {import("../../timeline/match.js").Match} Match
 * @typedef {import("../../types.d.ts").Game} Game
 * @typedef {"help" | "rules" | "where" | "note" | "share" | "verify" | "inspect" | "fork" | null} Overlay
 */

/** Moves that follow each other faster, in milliseconds, are a rush. */
const RUSH = 200;
/** How long things move on their way from one step to the next at speed 1, in milliseconds. */
const MOVING = 600;

/** The replay's own state beside the match. Whatever changes here is told to those who listen to the match. */
export class Stage {
  /**
   * @param {Match} match
   * @param {Game} game
   * @param {number} speed
   */
  constructor(match, game, speed) {
    this.match = match;
    this.game = game;
    this.speed = Math.min(8, Math.max(0.25, speed));
    this.playing = false;
    /** @type {number | null} the seat that is drawn first, where the reader has turned the board */
    this.turned = null;
    this.text = false;
    /** Whether the bar of a match that goes on is opened. */
    this.whole = false;
    /** @type {number | null} the moment that is compared with the present one */
    this.pinned = null;
    this.undoneShown = true;
    this.letters = kept("letters", true);
    /** @type {Overlay} */
    this.overlay = null;
    /** The moment at which it was opened. */
    this.opened = 0;
    /** @type {{text: string, bad: boolean} | null} what is said for a moment */
    this.toast = null;
    /** @type {Record<string, string>} notes by version */
    this.notes = kept(`notes.${match.id}`, {});
    /** @type {Map<number, string>} how long was thought over the lines that took long, while that is told */
    this.times = new Map();
    /** @type {number | null} where the cursor goes with the next picture */
    this.wanted = null;
    /** @type {any} */
    this.counted = { key: null, moments: null };
    /** Whether the cursor moves faster than anything could be shown coming in. */
    this.rushing = false;
    /** Whether it moved back: then nothing that lies there has just come. */
    this.backwards = false;
    /** Whether it has moved at all. */
    this.stepped = false;
    /** Told before the cursor moves: where to, and how long things may be seen moving. */
    this.departs = (/** @type {number} */ _to, /** @type {number} */ _length) => {};
    this.moved = -Infinity;
    this.arrive = oncePerFrame(() => {
      const to = this.wanted;
      this.wanted = null;
      if (to === null || to === match.at) return;
      this.timed(to);
      this.departs(to, this.rushing ? 0 : MOVING / this.speed);
      match.go(to);
    });
    this.pace = new Pace(this);
  }

  /** Starts the clock; answers a function that stops it. */
  run() {
    const poke = () => this.pace.poke();
    const stop = this.match.listen(poke);
    document.addEventListener("visibilitychange", poke);
    poke();
    return () => {
      stop();
      document.removeEventListener("visibilitychange", poke);
      this.pace.stop();
    };
  }

  changed() {
    this.match.changed();
  }

  /** Where the cursor is, or is about to be. */
  get cursor() {
    return this.wanted ?? this.match.at;
  }

  /** Where a replay opens. */
  get begin() {
    return this.match.timeline.begin(this.game);
  }

  /** Every moment where stepping stops; counted once per growth.
   * @returns {import("../../timeline/steps.js").Moments}
   */
  get moments() {
    const { timeline, struck } = this.match;
    const skipped = this.undoneShown ? undefined : struck;
    const { key } = this.counted;
    if (!key || key[0] !== timeline || key[1] !== timeline.last || key[2] !== skipped) {
      this.counted = { key: [timeline, timeline.last, skipped], moments: moments(timeline, this.game, skipped) };
    }
    return this.counted.moments;
  }

  // what the clock reads and moves

  get at() {
    return this.match.at;
  }

  get last() {
    return this.match.last;
  }

  get following() {
    return this.match.following;
  }

  get asked() {
    return this.match.options.newest !== null;
  }

  get steps() {
    return this.moments.steps;
  }

  /** @param {number} version */
  beats(version) {
    return beatsOf(this.match.timeline, this.game)(version);
  }

  /** The clock moves on.
   * @param {number} version
   * @param {number} pause how long it waits between two moves now
   */
  advance(version, pause) {
    this.wanted = null;
    this.timed(version);
    // Nothing follows the last moment: there what moves has all its time.
    this.departs(version, Math.min(version < this.last ? pause : Infinity, MOVING / this.speed));
    if (this.playing && version >= this.match.last) this.playing = false;
    this.match.advance(version);
  }

  /** Notes that the cursor moves now.
   * @param {number} to
   */
  timed(to) {
    const now = performance.now();
    this.stepped = true;
    this.backwards = to < this.match.at;
    this.rushing = now - this.moved < RUSH;
    this.moved = now;
  }

  /** Whether the cursor moves so fast at this very moment. */
  get speeding() {
    return this.rushing && performance.now() - this.moved < RUSH;
  }

  // moving

  /** Goes to a version, with the next picture.
   * @param {number} version
   */
  go(version) {
    const { timeline } = this.match;
    this.wanted = Math.max(timeline.first, Math.min(timeline.last, Math.round(version)));
    this.arrive();
  }

  /** @param {readonly number[]} sorted @param {1 | -1} by @param {number} [times] */
  jump(sorted, by, times = 1) {
    let to = this.cursor;
    const { begin } = this;
    for (let n = 0; n < times; n += 1) to = by > 0 ? next(sorted, to, this.last) : previous(sorted, to, Math.min(to, begin));
    this.go(to);
  }

  step(/** @type {1 | -1} */ by, times = 1) {
    this.jump(this.moments.steps, by, times);
  }

  turn(/** @type {1 | -1} */ by) {
    this.jump(this.moments.turns, by);
  }

  round(/** @type {1 | -1} */ by) {
    this.jump(this.moments.rounds, by);
  }

  mark(/** @type {1 | -1} */ by) {
    this.jump(
      this.moments.marks.map((mark) => mark.version),
      by,
    );
  }

  start() {
    this.go(this.begin);
  }

  end() {
    this.wanted = null;
    this.playing = false;
    this.match.goLive();
  }

  /** Whoever is asked need not wait until all that led there was shown. */
  hurry() {
    if (this.asked && this.following && !this.match.live) this.end();
  }

  /** Whether the cursor moves by itself, or would if there were more. */
  get moving() {
    return this.playing || (this.match.following && !this.match.live);
  }

  /** Plays, or holds; at the end of a finished match from the start. */
  play() {
    if (this.moving) {
      this.playing = false;
      this.match.following = false;
    } else if (this.match.live && !this.match.finished) {
      this.match.following = !this.match.following;
    } else {
      if (this.match.live) this.match.go(this.begin);
      this.playing = true;
    }
    this.changed();
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.speed = speed;
    this.changed();
  }

  faster(/** @type {1 | -1} */ by) {
    this.setSpeed(doubled(this.speed, by));
  }

  // looking

  lookBeside(/** @type {1 | -1} */ by) {
    const { match } = this;
    const silent = match.eyes.filter((viewer) => !leavesEntry(match.summary, viewer));
    this.look(beside(silent, match.looking ?? match.viewer, by));
  }

  /** Looks through somebody's eyes; where that leaves an entry, the reader is asked before.
   * @param {string} viewer
   * @param {boolean} [sure]
   */
  look(viewer, sure = false) {
    const { match } = this;
    if (viewer === (match.looking ?? match.viewer)) return;
    if (leavesEntry(match.summary, viewer) && !sure) return this.open("inspect");
    this.turned = null;
    void match.turnTo(viewer);
  }

  /** Turns the board to the own seat, else to the seat that looks, else to the next one round the table.
   * @param {number | null} own
   */
  turnBoard(own) {
    const count = this.match.summary.seats.length;
    const now = this.turned ?? seatOf(this.match.viewer) ?? own ?? 0;
    this.turned = own !== null && now !== own ? own : (now + 1) % count;
    this.changed();
  }

  toggleUndone() {
    this.undoneShown = !this.undoneShown;
    this.changed();
  }

  toggleWhole() {
    this.whole = !this.whole;
    this.changed();
  }

  toggleText() {
    this.text = !this.text;
    this.changed();
  }

  /** Pins this moment, or lets it go. */
  compare() {
    this.pinned = this.pinned === null ? this.match.at : null;
    this.changed();
  }

  /** @param {Map<number, string>} times */
  tellTimes(times) {
    this.times = times;
    this.changed();
  }

  /** @param {boolean} on */
  setLetters(on) {
    this.letters = on;
    keep("letters", on);
    this.changed();
  }

  /** @param {Overlay} overlay */
  open(overlay) {
    this.overlay = overlay;
    this.opened = this.cursor;
    this.changed();
  }

  /** Says something for a moment.
   * @param {string} text
   * @param {boolean} [bad]
   */
  say(text, bad = false) {
    const toast = { text, bad };
    this.toast = toast;
    this.changed();
    setTimeout(
      () => {
        if (this.toast !== toast) return;
        this.toast = null;
        this.changed();
      },
      bad ? 6000 : 2500,
    );
  }

  /** Writes a note at a version; an empty one is taken away.
   * @param {number} version
   * @param {string} text
   */
  annotate(version, text) {
    const { [version]: _, ...others } = this.notes;
    this.notes = text.trim() ? { ...others, [version]: text.trim() } : others;
    keep(`notes.${this.match.id}`, Object.keys(this.notes).length ? this.notes : null);
    this.changed();
  }
}

/** A call that happens once per animation frame, however often it is asked for; in a hidden tab, a few times a second.
 * @param {() => void} call
 * @returns {() => void}
 */
function oncePerFrame(call) {
  let asked = false;
  const run = () => {
    asked = false;
    call();
  };
  return () => {
    if (asked) return;
    asked = true;
    if (document.hidden) setTimeout(run, 200);
    else requestAnimationFrame(run);
  };
}
