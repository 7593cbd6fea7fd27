/** The user's state in a match: cursor, playback, viewer and open dialog. */

import { adjacentViewer, isLogged, seatOf } from "../../timeline/viewers.js";
import { PACES, PlaybackClock, scaleSpeed } from "../../timeline/playback_clock.js";
import { displayDuration, findMoments, isTurnOf, next, previous } from "../../timeline/steps.js";
import { saveSetting, readSetting } from "../../ui/settings.js";

/**
 * @typedef {import("../../timeline/match.js").Match} Match
 * @typedef {import("../../types.d.ts").Game} Game
 * @typedef {"help" | "rules" | "where" | "note" | "share" | "verify" | "inspect" | "fork" | null} Overlay
 */

/** The cursor counts as fast if two moves are at most this many milliseconds apart. */
const RUSH = 200;
/** Milliseconds that animations of one step take at speed 1. */
const MOVING = 600;

/** The state of a replay in addition to the match itself. It notifies the match's listeners of changes. */
export class Stage {
  /**
   * @param {Match} match
   * @param {Game} game
   * @param {number} speed
   * @param {boolean} [plays] whether playback starts at the beginning
   */
  constructor(match, game, speed, plays = false) {
    this.match = match;
    this.game = game;
    this.speed = Math.min(8, Math.max(0.25, speed));
    this.playing = plays;
    /** @type {import("../../timeline/playback_clock.js").Pace} how fast a player sees the turns of the others */
    this.chosenPace = readSetting("pace", matchMedia("(prefers-reduced-motion: reduce)").matches ? "at_once" : "normal");
    /** @type {number | null} the seat drawn first, if the user has turned the board */
    this.turned = null;
    this.text = false;
    /** Whether the bar of a running match is expanded. */
    this.whole = false;
    /** @type {number | null} the version compared with the current one */
    this.pinned = null;
    this.undoneShown = true;
    this.letters = readSetting("letters", true);
    /** @type {Overlay} */
    this.overlay = null;
    /** The version at which the dialog was opened. */
    this.opened = 0;
    /** @type {{text: string, bad: boolean} | null} a short message */
    this.toast = null;
    /** @type {Record<string, string>} notes by version */
    this.notes = readSetting(`notes.${match.id}`, {});
    /** @type {Map<number, string>} thinking time of the slow decisions, while the thinking times are open */
    this.times = new Map();
    /** @type {import("../../types.d.ts").Analysis | null} the analysis, once the user has opened it */
    this.analysis = null;
    /** @type {number | null} where the cursor goes in the next animation frame */
    this.wanted = null;
    /** The highest version that the cursor has reached; Infinity if the user has asked to see the rest of the scores. */
    this.furthest = match.at;
    /** @type {any} */
    this.counted = { key: null, moments: null };
    /** Whether the cursor moves too fast for animations. */
    this.rushing = false;
    /** Whether the last move was backwards; then nothing on the board is marked as new. */
    this.backwards = false;
    /** Whether the cursor has moved at all. */
    this.stepped = false;
    /** Called before the cursor moves, with the target version and the milliseconds available for animations. */
    this.onDepart = (/** @type {number} */ _to, /** @type {number} */ _length) => {};
    this.movedAt = -Infinity;
    this.moveInNextFrame = oncePerFrame(() => {
      const to = this.wanted;
      this.wanted = null;
      if (to === null || to === match.at) return;
      this.recordMove(to);
      this.reach(to);
      this.onDepart(to, this.rushing ? 0 : MOVING / this.speed);
      match.go(to);
      if (match.following) this.playing = false;
    });
    this.clock = new PlaybackClock(this);
  }

  /** Starts the playback clock. Returns a function that stops it. */
  run() {
    const poke = () => {
      this.furthest = Math.max(this.furthest, this.match.at);
      this.clock.reschedule();
    };
    const stop = this.match.listen(poke);
    document.addEventListener("visibilitychange", poke);
    poke();
    return () => {
      stop();
      document.removeEventListener("visibilitychange", poke);
      this.clock.stop();
    };
  }

  notify() {
    this.match.notify();
  }

  /** The cursor's version, or the one it is about to reach. */
  get cursor() {
    return this.wanted ?? this.match.at;
  }

  /** The version at which a replay opens. */
  get begin() {
    return this.match.timeline.openingVersion(this.game);
  }

  /** The stops for stepping. They are recomputed only when the match has grown.
   * @returns {import("../../timeline/steps.js").Moments}
   */
  get moments() {
    const { timeline, takenBack } = this.match;
    const skipped = this.undoneShown ? undefined : takenBack;
    const { key } = this.counted;
    const { first, end } = timeline;
    if (!key || key[0] !== timeline || key[1] !== end || key[2] !== skipped) {
      const lines = { first, last: end, line: (/** @type {number} */ version) => timeline.line(version) };
      this.counted = { key: [timeline, end, skipped], moments: findMoments(lines, this.game, skipped) };
    }
    return this.counted.moments;
  }

  // state that the playback clock reads

  get at() {
    return this.match.at;
  }

  get last() {
    return this.match.timeline.end;
  }

  get following() {
    return this.match.following;
  }

  get asked() {
    return this.match.options.newest !== null;
  }

  /** Whether the user's question must be shown soon: on the user's turn, and in matches with clocks. */
  get hurries() {
    const { own, timeline, summary } = this.match;
    return own !== null && (Boolean(summary.clock) || isTurnOf(timeline, this.game, this.at, own));
  }

  /** The speed at which the cursor follows a running match: for a player, the one chosen for the others' turns. */
  get pace() {
    return this.match.own === null ? this.speed : PACES[this.chosenPace];
  }

  get steps() {
    return this.moments.steps;
  }

  /** @param {number} version */
  durationAt(version) {
    return displayDuration(this.match.timeline.line(version), this.game);
  }

  /** Moves the cursor for the playback clock.
   * @param {number} version
   * @param {number} pause milliseconds until the next move
   */
  advance(version, pause) {
    this.wanted = null;
    this.recordMove(version);
    this.reach(version);
    // At the last version, animations may take their full time.
    this.onDepart(version, Math.min(version < this.last ? pause : Infinity, MOVING / this.speed));
    // The replay of a running match between bots keeps its speed, because "live" may be far faster.
    const goesOn = this.match.isOfBots && !this.match.isFinished;
    if (this.playing && version >= this.last && !goesOn) this.playing = false;
    this.match.advance(version, this.playing);
  }

  /** Records the time and direction of a cursor move.
   * @param {number} to
   */
  recordMove(to) {
    const now = performance.now();
    this.stepped = true;
    this.backwards = to < this.match.at;
    this.rushing = now - this.movedAt < RUSH;
    this.movedAt = now;
  }

  /** Whether the cursor is moving fast right now. */
  get isMovingFast() {
    return this.rushing && performance.now() - this.movedAt < RUSH;
  }

  // moving

  /** Goes to a version in the next animation frame.
   * @param {number} version
   */
  go(version) {
    const { timeline } = this.match;
    this.wanted = Math.max(timeline.first, Math.min(timeline.end, Math.round(version)));
    this.moveInNextFrame();
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
    this.reach(Infinity);
    this.wanted = null;
    this.playing = false;
    this.match.goLive();
  }

  /** Whether the user has a question that the cursor has not reached yet. */
  get isBeforeQuestion() {
    return this.asked && this.following && !this.match.isLive;
  }

  /** Skips the rest of the playback when the user is asked a question. */
  skipToQuestion() {
    if (this.isBeforeQuestion) this.end();
  }

  /** Whether the cursor moves by itself, or would if there were more versions. */
  get isMoving() {
    const { isLive, isFinished, isOfBots, following } = this.match;
    return isLive && isFinished ? false : this.playing || (following && (!isLive || isOfBots));
  }

  /** Starts or pauses playback. At the end of a finished match, it plays from the beginning. */
  play() {
    const { match } = this;
    if (this.isMoving || match.following) {
      this.playing = false;
      match.following = false;
    } else if (match.isLive && !match.isFinished && !match.isOfBots) {
      match.following = true;
    } else {
      if (match.isLive && match.isFinished) match.go(this.begin);
      this.playing = true;
    }
    this.notify();
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.speed = speed;
    this.notify();
  }

  /** Sets how fast the user sees the turns of the others, and remembers it.
   * @param {import("../../timeline/playback_clock.js").Pace} pace
   */
  setPace(pace) {
    this.chosenPace = pace;
    saveSetting("pace", pace);
    this.notify();
  }

  faster(/** @type {1 | -1} */ by) {
    this.speed = scaleSpeed(this.speed, by);
    this.notify();
  }

  // viewers

  switchToAdjacent(/** @type {1 | -1} */ by) {
    const { match } = this;
    const silent = match.viewers.filter((viewer) => !isLogged(match.summary, viewer));
    this.switchViewer(adjacentViewer(silent, match.pendingViewer ?? match.viewer, by));
  }

  /** Switches to a viewer. If that is logged, the user is asked for confirmation first.
   * @param {string} viewer
   * @param {boolean} [sure]
   */
  switchViewer(viewer, sure = false) {
    const { match } = this;
    if (viewer === (match.pendingViewer ?? match.viewer)) return;
    if (isLogged(match.summary, viewer) && !sure) return this.open("inspect");
    this.turned = null;
    void match.switchViewer(viewer);
  }

  /** Turns the board, first to the user's seat, and then each time to the next seat.
   * @param {number | null} own
   */
  turnBoard(own) {
    const count = this.match.summary.seats.length;
    const now = this.turned ?? seatOf(this.match.viewer) ?? own ?? 0;
    this.turned = own !== null && now !== own ? own : (now + 1) % count;
    this.notify();
  }

  toggleUndone() {
    this.undoneShown = !this.undoneShown;
    this.notify();
  }

  toggleWhole() {
    this.whole = !this.whole;
    this.notify();
  }

  toggleText() {
    this.text = !this.text;
    this.notify();
  }

  /** Pins the current version, or removes the pin. */
  compare() {
    this.pinned = this.pinned === null ? this.match.at : null;
    this.notify();
  }

  /** Lets the reader see the versions up to one, if the end of the match is hidden.
   * @param {number} version
   */
  reach(version) {
    const { timeline } = this.match;
    timeline.limit = Math.max(timeline.limit, version);
  }

  /** Shows the end of the match, if it is hidden, and the scores that the cursor has not reached yet. */
  showRest() {
    this.reach(Infinity);
    this.furthest = Infinity;
    this.notify();
  }

  /** @param {Map<number, string>} times */
  showTimes(times) {
    this.times = times;
    this.notify();
  }

  /** @param {boolean} on */
  setLetters(on) {
    this.letters = on;
    saveSetting("letters", on);
    this.notify();
  }

  /** @param {Overlay} overlay */
  open(overlay) {
    this.overlay = overlay;
    this.opened = this.cursor;
    this.notify();
  }

  /** @param {import("../../types.d.ts").Analysis} found */
  showAnalysis(found) {
    this.analysis = found;
    this.notify();
  }

  /** Shows a short message.
   * @param {string} text
   * @param {boolean} [bad]
   */
  showMessage(text, bad = false) {
    const toast = { text, bad };
    this.toast = toast;
    this.notify();
    setTimeout(
      () => {
        if (this.toast !== toast) return;
        this.toast = null;
        this.notify();
      },
      bad ? 6000 : 2500,
    );
  }

  /** Saves a note at a version. Empty text removes it.
   * @param {number} version
   * @param {string} text
   */
  annotate(version, text) {
    const { [version]: _, ...others } = this.notes;
    this.notes = text.trim() ? { ...others, [version]: text.trim() } : others;
    saveSetting(`notes.${this.match.id}`, Object.keys(this.notes).length ? this.notes : null);
    this.notify();
  }
}

/** Returns a function that runs `call` at most once per animation frame; in a hidden tab, a few times per second.
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
