/** The summary of a match as this page knows it: who sits there, how the match stands, what its clocks say. */

import { eyes, ownSeat } from "./eyes.js";
import { note } from "./receipts.js";
import { same } from "./same.js";

/** @typedef {import("../types.d.ts").MatchSummary} MatchSummary */

/** The newest summary that has come, and what it means for this browser's player. */
export class KnownSummary {
  /**
   * @param {MatchSummary} summary
   * @param {Pick<import("./match.js").Means, "read" | "player">} means
   */
  constructor(summary, means) {
    this.newest = summary;
    this.means = means;
    /** When it was read: what it says of clocks is as old as that. */
    this.readAt = Date.now();
  }

  get finished() {
    return this.newest.status === "finished";
  }

  /** The seat of this browser's player, null for somebody who looks on. */
  get own() {
    return ownSeat(this.newest, this.means.player());
  }

  /** All viewers that may be looked through now. */
  get eyes() {
    return eyes(this.newest, this.means.player());
  }

  /** Reads the summary. What a browser has kept of it belongs to the version, but its clocks do not.
   * @returns {Promise<MatchSummary>}
   */
  read() {
    return this.means.read(`/matches/${this.newest.id}`, undefined, undefined, this.newest.clock && "no-store");
  }

  /** Takes a summary unless it is older than the one there is; what says the same stays the same value.
   * @param {MatchSummary} summary
   */
  take(summary) {
    if (summary.version < this.newest.version) return false;
    // What is shown of a match that is over may have been written anew: only what came while it ran is a receipt.
    if (!this.finished && summary.status !== "open") note(summary);
    if (!same(summary, this.newest)) this.newest = summary;
    this.readAt = Date.now();
    return true;
  }
}
