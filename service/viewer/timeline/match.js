/** A match on the page: its card, its timeline through one viewer's eyes, the cursor in it, and the feed while it runs. */

import { read, request, post, newKey, text, isProblem, passes } from "../api/api.js";
import { follow } from "../api/feed.js";
import { player } from "../api/player.js";
import { note } from "./receipts.js";
import { eyes, ownSeat, seatOf, usualEyes } from "./eyes.js";
import { Renewal } from "./renewal.js";
import { Timeline } from "./timeline.js";
import { frames } from "./steps.js";
import { struck } from "./struck.js";

/**
 * @typedef {import("../types.d.ts").MatchSummary} MatchSummary
 * @typedef {import("../types.d.ts").Options} Options
 * @typedef {import("../types.d.ts").Frame} Frame
 * @typedef {Options & {since: number}} Asked what is asked, and the first version at which it was the same
 */

/** What a match needs of the world. */
const MEANS = { read, request, post, follow, player };
/** @typedef {typeof MEANS} Means */

/** The pause between two readings of the card: for somebody who plays, and for somebody who looks on. */
const PLAYING = 150;
const LOOKING_ON = 800;
const SECOND = 1_000;

/** The model behind the table, the replay and the embedded viewer: one for live and for replay.
 * Whoever shows it listens, and is told when anything has changed. A new frame never moves the cursor.
 */
export class Match {
  /**
   * @param {string} id
   * @param {MatchSummary} card
   * @param {Means} [means]
   */
  constructor(id, card, means = MEANS) {
    this.id = id;
    this.card = card;
    /** When the card was read: what it says of clocks is as old as that. */
    this.readAt = Date.now();
    this.means = means;
    /** @type {string} whose eyes: a seat's number, "spectator" or "referee" */
    this.viewer = "spectator";
    /** @type {Timeline} */
    this.timeline = new Timeline({ version: 0, view: null });
    this.at = 0;
    this.following = false;
    /** @type {"idle" | "connecting" | "live" | "lost" | "crowded" | "ended"} */
    this.connection = "idle";
    this.retryAt = 0;
    /** @type {import("../api/feed.js").Crowd} whose feeds are too many, while it is crowded */
    this.crowd = "browser";
    /** @type {Error | null} why nothing more comes */
    this.refused = null;
    /** @type {string | null} whose view is on its way */
    this.looking = null;
    /** @type {{viewer: string, problem: Error} | null} whose view could not be read, and why */
    this.missed = null;
    /** @type {Asked | null} what the own seat may answer now */
    this.options = null;
    /** Whether a command is on its way. */
    this.busy = false;
    /** @type {Error | null} what became of the last command, where it was refused */
    this.problem = null;
    /** @type {Set<number>} */
    this.struck = new Set();
    this.changes = 0;
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    /** @type {import("../api/feed.js").Following | null} */
    this.feed = null;
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
   * @param {Promise<MatchSummary>} [card] where it was asked for already
   */
  static async load(id, means = MEANS, card = means.read(`/matches/${encodeURIComponent(id)}`)) {
    return new Match(id, await card, means);
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

  get finished() {
    return this.card.status === "finished";
  }

  /** The seat of this browser's player, null for somebody who looks on. */
  get own() {
    return ownSeat(this.card, this.means.player());
  }

  /** All viewers that may be looked through now. */
  get eyes() {
    return eyes(this.card, this.means.player());
  }

  /** What the own seat is asked at the cursor: only where the view shown and the options belong together. */
  get asked() {
    const options = this.options;
    if (!options || !(this.live || this.following)) return null;
    return options.since <= this.at && this.at <= options.version ? options : null;
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
      this.leaveFeed();
      this.show(viewer, timeline);
    } catch (error) {
      if (turn === this.turn) throw error;
      return;
    } finally {
      if (turn === this.turn) this.looking = null;
    }
    if (!this.finished) this.follow();
    this.changed();
    await this.renewal.want(true);
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
    const timeline = Timeline.parse(await text(await this.means.request("GET", this.card.links.replay, { query: { as: viewer }, accept: "application/x-ndjson" })));
    if (this.finished && timeline.broken === null) this.seen.set(viewer, timeline);
    return timeline;
  }

  /**
   * @param {string} viewer
   * @param {Timeline} timeline
   */
  show(viewer, timeline) {
    if (viewer !== this.viewer) this.options = null;
    this.viewer = viewer;
    this.timeline = timeline;
    this.held = [];
    this.told = 0;
    this.refused = null;
    this.struck = struck(timeline.lines, timeline.first);
    this.at = Math.max(timeline.first, Math.min(this.at, timeline.last));
  }

  /** Connects to the feed. */
  follow() {
    this.leaveFeed();
    this.feed = this.means.follow(this.card.links.feed, this.viewer, () => this.heard, {
      view: (base) => {
        if (base.version !== this.heard) void this.catchUp(base.version < this.last);
      },
      frame: (frame) => this.arrived(frame),
      end: () => {
        this.connection = "ended";
        this.changed();
        void this.renewal.want(true);
      },
      state: (state, retryAt = 0, crowd = this.crowd) => {
        this.connection = state;
        this.retryAt = retryAt;
        this.crowd = crowd;
        this.changed();
        // A feed ends also because somebody sat down: then other eyes are to come back than those that left.
        if (state !== "connecting") void this.renewal.want(state === "lost");
      },
      refused: (problem) => {
        this.connection = "ended";
        this.refused = problem;
        this.changed();
        if (!isProblem(problem, "unauthenticated")) void this.renewal.want(true);
      },
    });
  }

  /** Takes a frame. While the own seat is asked it is shown together with the options that belong to it.
   * @param {Frame} frame
   */
  arrived(frame) {
    if (frame.version <= this.heard) return;
    this.told = frame.version;
    if (frame.version !== this.heard + 1) return void this.catchUp();
    this.held.push(frame);
    if (!this.options || frame.version <= this.options.version) this.publish();
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

  /** Ends the feed. */
  leaveFeed() {
    this.feed?.stop();
    this.feed = null;
    this.connection = "idle";
  }

  /** Leaves the match: nothing that is still on its way changes anything. */
  leave() {
    this.left = true;
    this.turn += 1;
    this.renewal.end();
    this.leaveFeed();
    this.listeners.clear();
  }

  /** Lets the service be, as long as the page is not looked at and may be frozen. */
  rest() {
    if (this.feed) this.leaveFeed();
  }

  /** Tries again now what was lost, put off or refused.
   * @param {boolean} [anew] also what seems to be well: the network is another one
   */
  tryAgain(anew = false) {
    if (this.left) return;
    const missed = this.missed;
    if (missed) return void this.recognise(missed.viewer);
    if (this.timeline.broken !== null) void this.catchUp();
    if (this.feed && !this.refused) this.feed.now(anew);
    else if (!this.finished) {
      this.refused = null;
      this.follow();
    }
  }

  /** Asks the card whose eyes may be had now, and looks through them: somebody has signed in or out, or sat down.
   * @param {string | null} [wanted] the viewer to look through where that is allowed
   */
  async recognise(wanted = this.own === null ? this.viewer : null) {
    const turn = ++this.turn;
    this.options = null;
    this.looking = null;
    this.publish();
    this.leaveFeed();
    try {
      this.newer(await this.read());
    } catch (error) {
      if (turn === this.turn) this.miss(wanted ?? this.viewer, error);
      return;
    }
    if (turn === this.turn) await this.turnTo(usualEyes(this.card, this.means.player(), wanted));
  }

  /** Reads the card. What a browser has kept of it belongs to the version, but its clocks do not.
   * @returns {Promise<MatchSummary>}
   */
  read() {
    return this.means.read(`/matches/${this.id}`, undefined, undefined, this.card.clock && "no-store");
  }

  /** Reads the card and the options again, soon. */
  refresh() {
    return this.renewal.want(true);
  }

  /** Reads the card and what the own seat is asked, and shows what was held back for it. */
  async renew() {
    const turn = this.turn;
    const seat = seatOf(this.viewer);
    const plays = seat !== null && seat === this.own;
    try {
      const [card, options] = await Promise.all([this.read(), plays && this.card.status === "running" ? this.optionsOf(seat) : null]);
      if (this.left) return;
      this.carded(card);
      if (turn !== this.turn) return;
      this.answerable(card.status === "running" ? options : null);
      this.publish(this.options ? this.options.version : Infinity);
      if (this.held.length || (plays && card.status === "running" && !options)) void this.renewal.want();
      if (this.connection === "crowded" && card.version > this.heard) await this.catchUp();
    } catch (error) {
      if (this.left) return;
      this.publish();
      if (isProblem(error, "unauthenticated")) {
        this.refused ??= /** @type {Error} */ (error);
        this.changed();
      } else if (passes(error) && this.connection === "live") {
        setTimeout(() => void this.renewal.want(), SECOND * Math.max(1, /** @type {any} */ (error).retryAfter ?? 2));
      }
    }
  }

  /** What a seat is asked; null while the card that said who sits there is out of date.
   * @param {number} seat
   * @returns {Promise<Options | null>}
   */
  async optionsOf(seat) {
    try {
      const options = await this.means.read(this.card.links.options);
      return options.seat === seat ? options : { version: options.version, seat, prompts: [], options: [] };
    } catch (error) {
      if (isProblem(error, "not-your-seat") || isProblem(error, "scope-missing")) return { version: this.heard, seat, prompts: [], options: [] };
      throw error;
    }
  }

  /** @param {MatchSummary} card */
  carded(card) {
    const own = this.own;
    if (!this.newer(card)) return;
    if (this.own !== own || (this.looking === null && !this.eyes.includes(this.viewer))) void this.turnTo(usualEyes(card, this.means.player()));
    this.changed();
  }

  /** Takes a card unless it is older than the one there is; what says the same stays the same value.
   * @param {MatchSummary} card
   */
  newer(card) {
    if (card.version < this.card.version) return false;
    // What is shown of a match that is over may have been written anew: only what came while it ran is a receipt.
    if (!this.finished && card.status !== "open") note(card);
    if (!same(card, this.card)) this.card = card;
    this.readAt = Date.now();
    return true;
  }

  /** Takes what is asked; the same question stays the same value, so that a choice half made is kept.
   * @param {Options | null} options
   */
  answerable(options) {
    const before = this.options;
    if (!options || options.prompts.length === 0) this.options = null;
    else if (before && same(before.prompts, options.prompts) && same(before.options, options.options) && same(before.forms ?? null, options.forms ?? null)) this.options = { ...before, version: Math.max(before.version, options.version) };
    else if (!before || options.version >= before.version) this.options = { ...options, since: options.version };
    this.changed();
  }

  /** What a command would bring.
   * @param {any} command
   * @returns {Promise<import("../types.d.ts").DryRun>}
   */
  preview(command) {
    return this.means.post(this.card.links.commands, { command }, { query: { dry_run: true } });
  }

  /** Plays a command; whatever it brings comes by the feed. Raises the problem where it is refused, and keeps it.
   * @param {any} command
   * @param {number} prompt
   */
  async send(command, prompt) {
    await this.act(() => this.means.post(this.card.links.commands, { command, prompt }, { key: newKey() }));
  }

  /** Goes back to a version, or asks the others to.
   * @param {number} to
   * @param {boolean} ask
   */
  async takeBack(to, ask) {
    await this.act(() => this.means.post(`/matches/${this.id}/undo`, { to, ask }, { key: newKey() }));
    this.goLive();
  }

  /** Answers somebody's request to go back.
   * @param {number} number
   * @param {boolean} grant
   */
  async vote(number, grant) {
    await this.act(() => this.means.post(`/matches/${this.id}/undo/${number}/votes`, { grant }, { key: newKey() }));
  }

  /** Gives up the own seat. */
  async giveUp() {
    await this.act(() => this.means.post(`/matches/${this.id}/resignations`, {}, { key: newKey() }));
    this.goLive();
  }

  /** Does one thing to the match; another has to wait.
   * @param {() => Promise<any>} deed
   */
  async act(deed) {
    if (this.busy) return;
    this.busy = true;
    this.problem = null;
    this.changed();
    try {
      const { version, head } = (await deed()) ?? {};
      if (head) note({ id: this.id, version, head });
    } catch (error) {
      this.problem = /** @type {Error} */ (error);
      throw error;
    } finally {
      await this.renewal.want(true);
      this.busy = false;
      this.changed();
    }
  }

  /** Forgets the problem of the last command. */
  forgive() {
    this.problem = null;
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

/** Whether two values that came as JSON say the same.
 * @param {any} one
 * @param {any} other
 */
const same = (one, other) => one === other || JSON.stringify(one) === JSON.stringify(other);
