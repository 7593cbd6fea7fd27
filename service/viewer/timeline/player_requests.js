/** Requests of this browser's player to a match, one at a time. */

import { newKey } from "../api/api.js";
import { saveReceipt } from "./receipts.js";

/** Sends the player's requests, and keeps the problem of the last one. */
export class PlayerRequests {
  /**
   * @param {import("./summary.js").KnownSummary} known
   * @param {Pick<import("./match.js").Means, "post" | "read">} means
   * @param {() => void} notify
   * @param {() => Promise<void>} refresh reloads the match
   */
  constructor(known, means, notify, refresh) {
    this.known = known;
    this.means = means;
    this.notify = notify;
    this.refresh = refresh;
    /** Whether a request is under way. */
    this.busy = false;
    /** @type {Error | null} why the last request was refused */
    this.problem = null;
    /** @type {{version: number, refused: Promise<import("../types.d.ts").Refused[]>} | null} the refusals that were last read */
    this.lastRefusals = null;
  }

  get commands() {
    return this.known.newest.links.commands;
  }

  get path() {
    return `/matches/${this.known.newest.id}`;
  }

  /** Dry-runs a command.
   * @param {any} command
   * @param {AbortSignal} [signal]
   * @returns {Promise<import("../types.d.ts").DryRun>}
   */
  preview(command, signal) {
    return this.means.post(this.commands, { command }, { query: { dry_run: true }, ...(signal && { signal }) });
  }

  /** Returns the commands that the seat cannot give now, with reasons. Reads them once for each version.
   * @returns {Promise<import("../types.d.ts").Refused[]>}
   */
  why = () => {
    const { version, links } = this.known.newest;
    if (this.lastRefusals?.version !== version) {
      const refused = this.means.read(links.options, { refused: true }).then((told) => told.refused);
      refused.catch(() => (this.lastRefusals = null));
      this.lastRefusals = { version, refused };
    }
    return this.lastRefusals.refused;
  };

  /** Sends a command. Its events arrive by the feed.
   * @param {any} command
   * @param {number} prompt
   */
  send(command, prompt) {
    return this.sendRequest(this.commands, { command, prompt });
  }

  /** Undoes to a version, or asks the other players to agree to it.
   * @param {number} to
   * @param {boolean} ask
   */
  takeBack(to, ask) {
    return this.sendRequest(`${this.path}/undo`, { to, ask });
  }

  /** Votes on another player's undo request.
   * @param {number} number
   * @param {boolean} grant
   */
  vote(number, grant) {
    return this.sendRequest(`${this.path}/undo/${number}/votes`, { grant });
  }

  /** Resigns the player's seat. */
  giveUp() {
    return this.sendRequest(`${this.path}/resignations`, {});
  }

  /** Offers the player's seat to another person. */
  offerSeat() {
    return this.sendRequest(`${this.path}/seat-offers`, {});
  }

  /** Answers the offer of a seat, or withdraws the player's offer.
   * @param {number} number
   * @param {boolean} grant
   */
  answerOffer(number, grant) {
    return this.sendRequest(`${this.path}/seat-offers/${number}/answers`, { grant });
  }

  /** Sends a request unless another one is under way. If it is refused, keeps the problem and raises it.
   * @param {string} path
   * @param {any} body
   */
  async sendRequest(path, body) {
    if (this.busy) return;
    this.busy = true;
    this.problem = null;
    this.notify();
    try {
      const { version, head } = (await this.means.post(path, body, { key: newKey() })) ?? {};
      if (head) saveReceipt({ id: this.known.newest.id, version, head });
    } catch (error) {
      this.problem = /** @type {Error} */ (error);
      throw error;
    } finally {
      await this.refresh();
      this.busy = false;
      this.notify();
    }
  }

  /** Clears the problem of the last request. */
  clearProblem() {
    this.problem = null;
    this.notify();
  }
}
