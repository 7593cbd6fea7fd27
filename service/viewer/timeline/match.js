/** A match on the page: its timeline through one viewer's eyes, the cursor in it, and what comes while it runs. */

import { read, request, post, text, isProblem, passes } from "../api/api.js";
import { follow } from "../api/feed.js";
import { player } from "../api/player.js";
import { Acting } from "./acting.js";
import { Connection } from "./connection.js";
import { seatOf, usualEyes } from "./eyes.js";
import { OwnOptions } from "./options.js";
import { Renewal } from "./renewal.js";
import { frames } from "./steps.js";
import { struck } from "./struck.js";
import { KnownSummary } from "./summary.js";
import { Timeline } from "./timeline.js";

/**
 * @typedef {import("../types.d.ts").MatchSummary} MatchSummary
 * @typedef {import("../types.d.ts").Frame} Frame
 */

/** What a match needs of the world. */
const MEANS = { read, request, post, follow, player };
/** @typedef {typeof MEANS} Means */

/** The pause between two readings of the summary: for somebody who plays, and for somebody who looks on. */
const PLAYING = 150;
const LOOKING_ON = 800;
const SECOND = 1_000;

/** The model behind the table, the replay and the embedded viewer: one for live and for replay.
 * Whoever shows it listens, and is told when anything has changed. A new frame never moves the cursor.
 */
export class Match {
  /**
   * @param {MatchSummary} summary
   * @param {Means} [means]
   */
  constructor(summary, means = MEANS) {
    const changed = () => this.changed();
    this.id = summary.id;
    this.means = means;
    this.known = new KnownSummary(summary, means);
    this.options = new OwnOptions(means);
    this.acting = new Acting(this.known, means, changed, () => this.renewal.want(true));
    this.connection = new Connection(
      means.follow,
      { view: (base) => this.view(base), frame: (frame) => this.frame(frame) },
      changed,
      (now) => void this.renewal.want(now),
    );
    /** @type {string} whose eyes: a seat's number, "spectator" or "referee" */
    this.viewer = "spectator";
    /** @type {Timeline} */
    this.timeline = new Timeline({ version: 0, view: null });
    this.at = 0;
    this.following = false;
    /** @type {string | null} whose view is on its way */
    this.looking = null;
    /** @type {{viewer: string, problem: Error} | null} whose view could not be read, and why */
    this.missed = null;
    /** @type {Set<number>} */
    this.struck = new Set();
    this.changes = 0;
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    /** @type {Frame[]} frames that wait until it is known what they mean for the own answer */
    this.held = [];
    /** @type {Map<string, Timeline>} what was seen of a finished match */
    this.seen = new Map();
    this.turn = 0;
    this.left = false;
    this.catching = false;
    /** The last version that was told of, seen or not. */
    this.told = 0;
    this.renewal = new Renewal(
      () => this.renew(),
      () => (this.own === null ? LOOKING_ON : PLAYING),
    );
  }

  /** A match by its id; raises `Problem` where there is none.
   * @param {string} id
   * @param {Means} [means]
   * @param {Promise<MatchSummary>} [summary] where it was asked for already
   */
  static async load(id, means = MEANS, summary = means.read(`/matches/${encodeURIComponent(id)}`)) {
    return new Match(await summary, means);
  }

  /** Calls back on every change; answers a function that ends it.
   * @param {() => void} listener
   */
  listen(listener) {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  changed() {
    this.changes += 1;
    for (const listener of [...this.listeners]) listener();
  }

  get summary() {
    return this.known.newest;
  }

  get finished() {
    return this.known.finished;
  }

  get own() {
    return this.known.own;
  }

  get eyes() {
    return this.known.eyes;
  }

  /** The last version there is to be seen. */
  get last() {
    return this.timeline.last;
  }

  /** The last version that has arrived, what is held back included. */
  get heard() {
    return this.held.at(-1)?.version ?? this.last;
  }

  /** Whether the cursor is at the last version. */
  get live() {
    return this.at === this.last;
  }

  /** What the own seat is asked at the cursor. */
  get asked() {
    return this.live || this.following ? this.options.at(this.at) : null;
  }

  /** Looks through somebody's eyes: reads the whole replay once, keeps the cursor, and follows while the match runs.
   * A later call overtakes an earlier one. Raises the problem where it cannot be read.
   * @param {string} viewer
   */
  async look(viewer) {
    const turn = ++this.turn;
    this.looking = viewer;
    this.missed = null;
    this.changed();
    try {
      const timeline = await this.replayed(viewer);
      if (turn !== this.turn) return;
      this.connection.close();
      this.show(viewer, timeline);
    } catch (error) {
      if (turn === this.turn) throw error;
      return;
    } finally {
      if (turn === this.turn) this.looking = null;
    }
    if (!this.finished) this.follow();
    this.changed();
    if (!this.finished) await this.renewal.want(true);
  }

  /** The match itself changes eyes; where they cannot be read, `missed` says so.
   * @param {string} viewer
   */
  async turnTo(viewer) {
    try {
      await this.look(viewer);
    } catch (error) {
      this.miss(viewer, error);
    }
  }

  /** @param {string} viewer @param {unknown} problem why the match could not be seen through these eyes */
  miss(viewer, problem) {
    this.missed = { viewer, problem: /** @type {Error} */ (problem) };
    this.changed();
  }

  /** @param {string} viewer */
  async replayed(viewer) {
    const known = this.finished ? this.seen.get(viewer) : undefined;
    if (known) return known;
    const query = { as: viewer };
    const answer = await this.means.request("GET", this.summary.links.replay, { query, accept: "application/x-ndjson" });
    const timeline = Timeline.parse(await text(answer));
    if (this.finished && timeline.broken === null) this.seen.set(viewer, timeline);
    return timeline;
  }

  /**
   * @param {string} viewer
   * @param {Timeline} timeline
   */
  show(viewer, timeline) {
    if (viewer !== this.viewer) this.options.forget();
    this.viewer = viewer;
    this.timeline = timeline;
    this.held = [];
    this.told = 0;
    this.connection.refused = null;
    this.struck = struck(timeline.lines, timeline.first);
    this.at = Math.max(timeline.first, Math.min(this.at, timeline.last));
  }

  follow() {
    this.connection.open(this.summary.links.feed, this.viewer, () => this.heard);
  }

  /** Takes the view that a feed begins with.
   * @param {import("../types.d.ts").Base} base
   */
  view(base) {
    if (base.version !== this.heard) void this.catchUp(base.version < this.last);
  }

  /** Takes a frame. While the own seat is asked it is shown together with the options that belong to it.
   * @param {Frame} frame
   */
  frame(frame) {
    if (frame.version <= this.heard) return;
    this.told = frame.version;
    if (frame.version !== this.heard + 1) return void this.catchUp();
    this.held.push(frame);
    if (!this.options.newest || frame.version <= this.options.newest.version) this.publish();
    void this.renewal.want(frames(frame.line));
  }

  /** Shows what is held back, up to a version.
   * @param {number} [version]
   */
  publish(version = Infinity) {
    const count = this.held.filter((frame) => frame.version <= version).length;
    if (count === 0) return;
    const shown = this.held.splice(0, count);
    for (const frame of shown) this.timeline.push(frame);
    if (shown.some((frame) => frame.line.key === "undone")) this.struck = struck(this.timeline.lines, this.timeline.first);
    this.changed();
  }

  /** Reads the replay again for what did not come by the feed; what is there already stays the very same.
   * @param {boolean} [anew] the service knows less than this page: what it says now is what counts
   */
  async catchUp(anew = false) {
    if (this.catching) return;
    const turn = this.turn;
    const before = this.last;
    this.catching = true;
    try {
      const timeline = await this.replayed(this.viewer);
      if (turn !== this.turn || this.left) return;
      this.publish();
      if (anew && timeline.last < this.last) this.show(this.viewer, timeline);
      else this.timeline.extend(timeline);
      this.struck = struck(this.timeline.lines, this.timeline.first);
      this.changed();
    } catch {
      return; // the next frame or connection asks again
    } finally {
      this.catching = false;
    }
    if (this.told > this.heard && this.last > before) await this.catchUp();
  }

  /** Leaves the match: nothing that is still on its way changes anything. */
  leave() {
    this.left = true;
    this.turn += 1;
    this.renewal.end();
    this.connection.close();
    this.listeners.clear();
  }

  /** Lets the service be, as long as the page is not looked at and may be frozen. */
  rest() {
    if (this.connection.feed) this.connection.close();
  }

  /** Tries again now what was lost, put off or refused.
   * @param {boolean} [anew] also what seems to be well: the network is another one
   */
  tryAgain(anew = false) {
    if (this.left) return;
    const missed = this.missed;
    if (missed) return void this.recognise(missed.viewer);
    if (this.timeline.broken !== null) void this.catchUp();
    if (this.connection.feed && !this.connection.refused) this.connection.feed.now(anew);
    else if (!this.finished) {
      this.connection.refused = null;
      this.follow();
    }
  }

  /** Asks whose eyes may be had now, and looks through them: somebody has signed in or out, or sat down.
   * @param {string | null} [wanted] the viewer to look through where that is allowed
   */
  async recognise(wanted = this.own === null ? this.viewer : null) {
    const turn = ++this.turn;
    this.options.forget();
    this.looking = null;
    this.publish();
    this.connection.close();
    try {
      this.known.take(await this.known.read());
    } catch (error) {
      if (turn === this.turn) this.miss(wanted ?? this.viewer, error);
      return;
    }
    if (turn === this.turn) await this.turnTo(usualEyes(this.summary, this.means.player(), wanted));
  }

  /** Reads the summary and the options again, soon. */
  refresh() {
    return this.renewal.want(true);
  }

  /** Reads the summary and what the own seat is asked, and shows what was held back for it. */
  async renew() {
    const turn = this.turn;
    const seat = seatOf(this.viewer);
    const plays = seat !== null && seat === this.own;
    try {
      const { status, links } = this.summary;
      const read = this.known.read();
      const asked = plays && status === "running" ? this.options.read(seat, links.options, this.heard) : null;
      const [summary, options] = await Promise.all([read, asked]);
      if (this.left) return;
      this.take(summary);
      if (turn !== this.turn) return;
      const running = summary.status === "running";
      this.options.take(running ? options : null);
      this.changed();
      this.publish(this.options.newest?.version);
      if (this.held.length || (plays && running && !options)) void this.renewal.want();
      if (this.connection.state === "crowded" && summary.version > this.heard) await this.catchUp();
    } catch (error) {
      if (this.left) return;
      this.publish();
      if (isProblem(error, "unauthenticated")) {
        this.connection.refuse(this.connection.refused ?? /** @type {Error} */ (error));
      } else if (passes(error) && this.connection.state === "live") {
        setTimeout(() => void this.renewal.want(), SECOND * Math.max(1, /** @type {any} */ (error).retryAfter ?? 2));
      }
    }
  }

  /** Takes a summary. Somebody may have sat down, or left: then other eyes may be looked through.
   * @param {MatchSummary} summary
   */
  take(summary) {
    const own = this.own;
    if (!this.known.take(summary)) return;
    if (this.own !== own || (this.looking === null && !this.eyes.includes(this.viewer))) void this.turnTo(usualEyes(summary, this.means.player()));
    this.changed();
  }

  /** Moves the cursor; whoever moves it follows only when it is at the end of a running match.
   * @param {number} version
   */
  go(version) {
    this.at = Math.max(this.timeline.first, Math.min(this.last, Math.round(version)));
    this.following = !this.finished && this.live;
    this.changed();
  }

  /** The clock moves the cursor: whoever follows goes on following, a finished match to its end.
   * @param {number} version
   */
  advance(version) {
    this.at = version;
    this.following = this.finished ? this.following && !this.live : this.following || this.live;
    this.changed();
  }

  /** Back to now: what happens from here on is followed. */
  goLive() {
    this.following = !this.finished;
    this.at = this.last;
    this.changed();
  }
}
