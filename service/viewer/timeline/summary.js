/** The summary of a match as this page knows it: seats, status and clocks. */

import { allowedViewers, ownSeat } from "./viewers.js";
import { saveReceipt } from "./receipts.js";
import { isSame } from "./is_same.js";

/** @typedef {import("../types.d.ts").MatchSummary} MatchSummary */

/** The newest summary, and its meaning for this browser's player. */
export class KnownSummary {
  /**
   * @param {MatchSummary} summary
   * @param {Pick<import("./match.js").Means, "read" | "player">} means
   */
  constructor(summary, means) {
    this.newest = summary;
    this.means = means;
    /** When the summary was read; its clock values are from that moment. */
    this.readAt = Date.now();
  }

  get finished() {
    return this.newest.status === "finished";
  }

  /** The seat of this browser's player, or null for a spectator. */
  get own() {
    return ownSeat(this.newest, this.means.player());
  }

  /** Whether all seats are bots, so that the match may be faster than any reader. */
  get isOfBots() {
    return this.newest.seats.every((seat) => seat.bot && !seat.player);
  }

  /** The viewers that the user may choose now. */
  get viewers() {
    return allowedViewers(this.newest, this.means.player());
  }

  /** Reads the summary. The browser's cache is bypassed if there are clocks, because they change without a new version.
   * @returns {Promise<MatchSummary>}
   */
  read() {
    return this.means.read(`/matches/${this.newest.id}`, undefined, undefined, this.newest.clock && "no-store");
  }

  /** Takes over a summary unless it is outdated. An equal summary keeps the old identity. Answers to commands do not name the tournament.
   * @param {MatchSummary} answer
   */
  update(answer) {
    if (answer.version < this.newest.version) return false;
    const summary = this.newest.event ? { ...answer, event: this.newest.event } : answer;
    // A finished match may have been rewritten, so only heads that were seen while it ran count as receipts.
    if (!this.finished && summary.status !== "open") saveReceipt(summary);
    if (!isSame(summary, this.newest)) this.newest = summary;
    this.readAt = Date.now();
    return true;
  }
}
