/** The model of a match on the page: its timeline for one viewer, the cursor, and live updates. */

import { read, request, post, readText, isProblem, isTemporary } from "../api/api.js";
import { follow } from "../api/feed.js";
import { player } from "../api/player.js";
import { PlayerRequests } from "./player_requests.js";
import { Connection } from "./connection.js";
import { seatOf, chooseViewer } from "./viewers.js";
import { OwnOptions } from "./options.js";
import { CoalescedTask } from "./coalesced_task.js";
import { isCommonLine } from "./steps.js";
import { findTakenBack } from "./taken_back.js";
import { KnownSummary } from "./summary.js";
import { Timeline } from "./timeline.js";

/**
 * @typedef {import("../types.d.ts").MatchSummary} MatchSummary
 * @typedef {import("../types.d.ts").Frame} Frame
 */

/** Functions that a match uses; tests replace them. */
const MEANS = { read, request, post, follow, player };
/** @typedef {typeof MEANS} Means */

/** Milliseconds between readings of the summary, for a player and for a spectator. */
const PLAYING = 150;
const SPECTATING = 800;
const SECOND = 1_000;
/** Milliseconds for which frames of bots are collected, because drawing each one would leave the page no time to react to the user. */
const COLLECT = 250;

/** The model of the table, the replay and the embedded viewer. Live matches and replays use the same model.
 * It notifies its listeners of every change. A new frame never moves the cursor.
 */
export class Match {
  /**
   * @param {MatchSummary} summary
   * @param {Means} [means]
   */
  constructor(summary, means = MEANS) {
    const notify = () => this.notify();
    this.id = summary.id;
    this.means = means;
    this.known = new KnownSummary(summary, means);
    this.options = new OwnOptions(means);
    this.requests = new PlayerRequests(this.known, means, notify, () => this.refreshTask.request(true));
    this.connection = new Connection(
      means.follow,
      { view: (base) => this.checkBase(base), frame: (frame) => this.addFrame(frame) },
      notify,
      (now) => this.refreshTask.request(now),
    );
    /** @type {string} a seat's number, "spectator" or "referee" */
    this.viewer = "spectator";
    /** @type {Timeline} */
    this.timeline = new Timeline({ version: 0, view: null });
    this.at = 0;
    this.following = false;
    /** @type {string | null} the viewer whose view is being loaded */
    this.pendingViewer = null;
    /** @type {{viewer: string, problem: Error} | null} the viewer whose view could not be loaded, and why */
    this.failedView = null;
    /** @type {Set<number>} */
    this.takenBack = new Set();
    this.changes = 0;
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    /** @type {Frame[]} frames that wait for the options that belong to them */
    this.pending = [];
    /** @type {Map<string, Timeline>} timelines of a finished match, by viewer */
    this.replays = new Map();
    this.watchCount = 0;
    this.isLeft = false;
    this.catchingUp = false;
    /** The last version that the feed announced, whether received or not. */
    this.announced = 0;
    /** @type {any} the timer that shows collected frames */
    this.publishTimer = null;
    this.refreshTask = new CoalescedTask(
      () => this.reload(),
      () => (this.own === null ? SPECTATING : PLAYING),
    );
  }

  /** Loads a match by its id. Raises `Problem` if it does not exist.
   * @param {string} id
   * @param {Means} [means]
   * @param {Promise<MatchSummary>} [summary] the summary, if it was requested already
   */
  static async load(id, means = MEANS, summary = means.read(`/matches/${encodeURIComponent(id)}`)) {
    return new Match(await summary, means);
  }

  /** Adds a listener for changes. Returns a function that removes it.
   * @param {() => void} listener
   */
  listen(listener) {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  notify() {
    this.changes += 1;
    for (const listener of [...this.listeners]) listener();
  }

  get summary() {
    return this.known.newest;
  }

  get isFinished() {
    return this.known.finished;
  }

  get own() {
    return this.known.own;
  }

  get viewers() {
    return this.known.viewers;
  }

  get isOfBots() {
    return this.known.isOfBots;
  }

  /** Whether the page shows which seats must act now. It does not if bots are ahead of the cursor. */
  get showsNow() {
    return !this.isOfBots || this.isLive;
  }

  /** The last version shown. */
  get last() {
    return this.timeline.last;
  }

  /** The last version received, including frames that are not shown yet. */
  get lastReceived() {
    return this.pending.at(-1)?.version ?? this.last;
  }

  /** Whether frames were received that are not shown yet. The seat's question may have changed by then. */
  get isBehind() {
    return this.lastReceived > this.last;
  }

  /** Whether the cursor is at the last version. */
  get isLive() {
    return this.at === this.timeline.end;
  }

  /** Whether the reader does not want to see yet how the match ended. */
  get hidesEnd() {
    return this.last < this.timeline.end;
  }

  /** The question to the user's seat at the cursor. */
  get question() {
    return this.isLive || this.following ? this.options.questionAt(this.at) : null;
  }

  /** Shows the match as one viewer sees it: reads the replay, keeps the cursor, and follows the feed while the match runs.
   * A later call replaces an earlier one. Raises a problem if the replay cannot be read.
   * @param {string} viewer
   */
  async watchAs(viewer) {
    const turn = ++this.watchCount;
    this.pendingViewer = viewer;
    this.failedView = null;
    this.notify();
    try {
      const timeline = await this.readReplay(viewer);
      if (turn !== this.watchCount) return;
      this.connection.close();
      this.setTimeline(viewer, timeline);
    } catch (error) {
      if (turn === this.watchCount) throw error;
      return;
    } finally {
      if (turn === this.watchCount) this.pendingViewer = null;
    }
    if (!this.isFinished) this.follow();
    this.notify();
    if (!this.isFinished) await this.refreshTask.request(true);
  }

  /** Switches to a viewer. If its replay cannot be read, `missed` holds the problem.
   * @param {string} viewer
   */
  async switchViewer(viewer) {
    try {
      await this.watchAs(viewer);
    } catch (error) {
      this.reportFailure(viewer, error);
    }
  }

  /** @param {string} viewer @param {unknown} problem why the viewer's replay could not be read */
  reportFailure(viewer, problem) {
    this.failedView = { viewer, problem: /** @type {Error} */ (problem) };
    this.notify();
  }

  /** @param {string} viewer */
  async readReplay(viewer) {
    const known = this.isFinished ? this.replays.get(viewer) : undefined;
    if (known) return known;
    const query = { as: viewer };
    const answer = await this.means.request("GET", this.summary.links.replay, { query, accept: "application/x-ndjson" });
    const timeline = Timeline.parse(await readText(answer));
    if (this.isFinished && timeline.broken === null) this.replays.set(viewer, timeline);
    return timeline;
  }

  /**
   * @param {string} viewer
   * @param {Timeline} timeline
   */
  setTimeline(viewer, timeline) {
    if (viewer !== this.viewer) this.options.clear();
    timeline.limit = this.timeline.limit;
    this.viewer = viewer;
    this.timeline = timeline;
    this.pending = [];
    this.announced = 0;
    this.connection.refused = null;
    this.takenBack = findTakenBack(timeline.lines, timeline.first);
    this.at = Math.max(timeline.first, Math.min(this.at, timeline.last));
  }

  follow() {
    this.connection.open(this.summary.links.feed, this.viewer, () => this.lastReceived);
  }

  /** Checks the view with which a feed begins, and catches up if versions are missing.
   * @param {import("../types.d.ts").Base} base
   */
  checkBase(base) {
    if (base.version !== this.lastReceived) void this.catchUp(base.version < this.last);
  }

  /** Adds a frame. If the user's seat has a question, the frame is shown together with its options.
   * @param {Frame} frame
   */
  addFrame(frame) {
    if (frame.version <= this.lastReceived) return;
    this.announced = frame.version;
    if (frame.version !== this.lastReceived + 1) return void this.catchUp();
    this.pending.push(frame);
    if (this.isOfBots) this.publishTimer ??= setTimeout(() => this.publish(), COLLECT);
    else if (!this.options.newest || frame.version <= this.options.newest.version) this.publish();
    void this.refreshTask.request(isCommonLine(frame.line));
  }

  /** Shows collected frames up to a version.
   * @param {number} [version]
   */
  publish(version = Infinity) {
    clearTimeout(this.publishTimer);
    this.publishTimer = null;
    const count = this.pending.filter((frame) => frame.version <= version).length;
    if (count === 0) return;
    const shown = this.pending.splice(0, count);
    for (const frame of shown) this.timeline.push(frame);
    if (shown.some((frame) => frame.line.key === "undone")) this.takenBack = findTakenBack(this.timeline.lines, this.timeline.first);
    this.notify();
  }

  /** Reads the replay again for frames that the feed did not send. Existing views keep their identity.
   * @param {boolean} [anew] whether the service has fewer versions than this page; then the service is right
   */
  async catchUp(anew = false) {
    if (this.catchingUp) return;
    const turn = this.watchCount;
    const before = this.last;
    this.catchingUp = true;
    try {
      const timeline = await this.readReplay(this.viewer);
      if (turn !== this.watchCount || this.isLeft) return;
      this.publish();
      if (anew && timeline.last < this.last) this.setTimeline(this.viewer, timeline);
      else this.timeline.extend(timeline);
      this.takenBack = findTakenBack(this.timeline.lines, this.timeline.first);
      this.notify();
    } catch {
      return; // the next frame or connection tries again
    } finally {
      this.catchingUp = false;
    }
    if (this.announced > this.lastReceived && this.last > before) await this.catchUp();
  }

  /** Leaves the match. Requests that are still loading no longer change it. */
  leave() {
    this.isLeft = true;
    this.watchCount += 1;
    clearTimeout(this.publishTimer);
    this.refreshTask.end();
    this.connection.close();
    this.listeners.clear();
  }

  /** Disconnects while the page is hidden and may be frozen. */
  disconnect() {
    if (this.connection.feed) this.connection.close();
  }

  /** Retries at once whatever was lost, postponed or refused.
   * @param {boolean} [anew] reconnect also a feed that seems to work, because the network has changed
   */
  tryAgain(anew = false) {
    if (this.isLeft) return;
    const missed = this.failedView;
    if (missed) return void this.chooseViewerAgain(missed.viewer);
    if (this.timeline.broken !== null) void this.catchUp();
    if (this.connection.feed && !this.connection.refused) this.connection.feed.now(anew);
    else if (!this.isFinished) {
      this.connection.refused = null;
      this.follow();
    }
  }

  /** Chooses the viewer again after the user signed in or out, or took a seat.
   * @param {string | null} [wanted] the preferred viewer, if it is allowed
   */
  async chooseViewerAgain(wanted = this.own === null ? this.viewer : null) {
    const turn = ++this.watchCount;
    this.options.clear();
    this.pendingViewer = null;
    this.publish();
    this.connection.close();
    try {
      this.known.update(await this.known.read());
    } catch (error) {
      if (turn === this.watchCount) this.reportFailure(wanted ?? this.viewer, error);
      return;
    }
    if (turn === this.watchCount) await this.switchViewer(chooseViewer(this.summary, this.means.player(), wanted));
  }

  /** Reads the summary and the options again, soon. */
  refresh() {
    return this.refreshTask.request(true);
  }

  /** Reads the summary and the seat's question, and shows the frames that waited for them. */
  async reload() {
    const turn = this.watchCount;
    const seat = seatOf(this.viewer);
    const plays = seat !== null && seat === this.own;
    try {
      const { status, links } = this.summary;
      const read = this.known.read();
      const asked = plays && status === "running" ? this.options.read(seat, links.options, this.lastReceived) : null;
      const [summary, options] = await Promise.all([read, asked]);
      if (this.isLeft) return;
      this.applySummary(summary);
      if (turn !== this.watchCount) return;
      const running = summary.status === "running";
      this.options.update(running ? options : null);
      this.notify();
      this.publish(this.options.newest?.version);
      if (this.pending.length || (plays && running && !options)) void this.refreshTask.request();
      if (this.connection.state === "crowded" && summary.version > this.lastReceived) await this.catchUp();
    } catch (error) {
      if (this.isLeft) return;
      this.publish();
      if (isProblem(error, "unauthenticated")) {
        this.connection.refuse(this.connection.refused ?? /** @type {Error} */ (error));
      } else if (isTemporary(error) && this.connection.state === "live") {
        setTimeout(() => void this.refreshTask.request(), SECOND * Math.max(1, /** @type {any} */ (error).retryAfter ?? 2));
      }
    }
  }

  /** Applies a summary. If players have joined or left, other viewers may be allowed.
   * @param {MatchSummary} summary
   */
  applySummary(summary) {
    const own = this.own;
    if (!this.known.update(summary)) return;
    if (this.own !== own || (this.pendingViewer === null && !this.viewers.includes(this.viewer))) {
      this.connection.close(); // this viewer would be refused or is no longer wanted
      void this.switchViewer(chooseViewer(summary, this.means.player()));
    }
    this.notify();
  }

  /** Moves the cursor for the user. The page follows only if the cursor is at the end of a running match.
   * @param {number} version
   */
  go(version) {
    this.at = Math.max(this.timeline.first, Math.min(this.last, Math.round(version)));
    this.following = !this.isFinished && this.isLive;
    this.notify();
  }

  /** Moves the cursor on a tick of the playback clock. A page that follows the match keeps following, in a finished match to its end.
   * @param {number} version
   * @param {boolean} [plays] whether the clock plays at the chosen speed, and so does not follow at the end of a running match
   */
  advance(version, plays = false) {
    this.at = version;
    this.following = this.isFinished ? this.following && !this.isLive : this.following || (this.isLive && !plays);
    this.notify();
  }

  /** Moves the cursor to the end and follows the match. */
  goLive() {
    this.following = !this.isFinished;
    this.at = this.last;
    this.notify();
  }
}
