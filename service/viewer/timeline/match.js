/** A match on the page: its card, its timeline through one viewer's eyes, the cursor in it, and the feed while it runs. */

import { read, request, post, newKey, isProblem } from "../service/api.js";
import { follow } from "../service/feed.js";
import { Timeline } from "./timeline.js";
import { struck } from "./struck.js";

/**
 * @typedef {import("../types.d.ts").MatchCard} MatchCard
 * @typedef {import("../types.d.ts").Options} Options
 */

/** The model behind the table, the replay and the embedded viewer: one for live and for replay.
 * Whoever shows it listens, and is told when anything has changed. A new frame never moves the cursor unless the page follows.
 */
export class Match {
  /**
   * @param {string} id
   * @param {MatchCard} card
   */
  constructor(id, card) {
    this.id = id;
    this.card = card;
    /** @type {string} whose eyes: a seat's number, "spectator" or "referee" */
    this.viewer = "spectator";
    /** @type {Timeline} */
    this.timeline = new Timeline({ version: 0, view: null });
    this.at = 0;
    this.following = false;
    /** @type {"idle" | "connecting" | "live" | "lost" | "ended"} */
    this.connection = "idle";
    this.retryAt = 0;
    /** @type {Error | null} why nothing more comes */
    this.refused = null;
    /** @type {Options | null} what the own seat may answer now */
    this.options = null;
    /** @type {Set<number>} */
    this.struck = new Set();
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    /** @type {(() => void) | null} */
    this.stop = null;
    this.changes = 0;
    this.asking = 0;
  }

  /** A match by its id; raises `Problem` where there is none.
   * @param {string} id
   */
  static async load(id) {
    return new Match(id, await read(`/matches/${id}`));
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
    for (const listener of this.listeners) listener();
  }

  /** The last version there is. */
  get last() {
    return this.timeline.last;
  }

  /** Whether the cursor is at the last version. */
  get live() {
    return this.at === this.last;
  }

  get finished() {
    return this.card.status === "finished";
  }

  /** Looks through somebody's eyes: reads the whole replay once, keeps the cursor, and follows while the match runs.
   * @param {string} viewer
   */
  async look(viewer) {
    const response = await request("GET", this.card.links.replay, { query: { as: viewer }, accept: "application/x-ndjson" });
    const timeline = Timeline.parse(await response.text());
    this.leave();
    this.viewer = viewer;
    this.timeline = timeline;
    this.struck = struck(timeline.lines, timeline.first);
    this.at = this.following ? timeline.last : Math.min(this.at, timeline.last);
    if (!this.finished) this.follow();
    this.changed();
    await this.ask();
  }

  /** Connects to the feed. */
  follow() {
    this.stop = follow(this.card.links.feed, this.viewer, () => this.last, {
      view: (base) => {
        this.timeline = new Timeline(base);
        this.at = base.version;
        this.grown();
      },
      frame: (frame) => {
        if (this.timeline.push(frame)) this.grown();
        else void this.look(this.viewer);
      },
      end: () => {
        this.connection = "ended";
        void this.refresh();
      },
      state: (state, retryAt = 0) => {
        this.connection = state;
        this.retryAt = retryAt;
        this.changed();
      },
      refused: (problem) => {
        this.connection = "ended";
        this.refused = problem;
        this.changed();
      },
    });
  }

  /** Ends the feed. */
  leave() {
    this.stop?.();
    this.stop = null;
    this.connection = "idle";
  }

  /** Something was added: the card and the options are read again once the burst is over. */
  grown() {
    if (this.timeline.line(this.last)?.key === "undone") this.struck = struck(this.timeline.lines, this.timeline.first);
    this.changed();
    clearTimeout(this.asking);
    this.asking = /** @type {any} */ (setTimeout(() => void this.refresh(), 60));
  }

  /** Reads the card and the options again. */
  async refresh() {
    try {
      this.card = await read(`/matches/${this.id}`);
      this.changed();
      await this.ask();
    } catch {
      // the next frame or reconnection asks again
    }
  }

  /** Reads what the own seat is asked. */
  async ask() {
    const seat = Number(this.viewer);
    if (!Number.isInteger(seat) || this.card.status !== "running") return this.asked(null);
    try {
      const options = await read(this.card.links.options);
      this.asked(options.seat === seat ? options : null);
    } catch (error) {
      if (isProblem(error, "not-your-seat") || isProblem(error, "unauthenticated") || isProblem(error, "scope-missing")) this.asked(null);
    }
  }

  /** @param {Options | null} options */
  asked(options) {
    this.options = options && options.prompts.length ? options : null;
    this.changed();
  }

  /** What a command would bring.
   * @param {any} command
   * @returns {Promise<import("../types.d.ts").DryRun>}
   */
  preview(command) {
    return post(this.card.links.commands, { command }, { query: { dry_run: true } });
  }

  /** Plays a command; whatever it brings comes by the feed.
   * @param {any} command
   * @param {number} prompt
   */
  async send(command, prompt) {
    try {
      await post(this.card.links.commands, { command, prompt }, { key: newKey() });
    } finally {
      await this.refresh();
    }
  }

  /** Moves the cursor; whoever moves it follows only when it is at the end of a running match.
   * @param {number} version
   */
  go(version) {
    this.at = Math.max(this.timeline.first, Math.min(this.last, Math.round(version)));
    this.following = !this.finished && this.live;
    this.changed();
  }

  /** Back to now. */
  goLive() {
    this.following = !this.finished;
    this.at = this.last;
    this.changed();
  }
}
