/** What this browser's player does to a match: one thing at a time. */

import { newKey } from "../api/api.js";
import { note } from "./receipts.js";

/** Sends what the player does, and keeps why the last of it was refused. */
export class Acting {
  /**
   * @param {import("./summary.js").KnownSummary} known
   * @param {Pick<import("./match.js").Means, "post" | "read">} means
   * @param {() => void} changed
   * @param {() => Promise<void>} settled reads what has become of the match
   */
  constructor(known, means, changed, settled) {
    this.known = known;
    this.means = means;
    this.changed = changed;
    this.settled = settled;
    /** Whether something is on its way. */
    this.busy = false;
    /** @type {Error | null} why the last thing was refused */
    this.problem = null;
    /** @type {{version: number, refused: Promise<import("../types.d.ts").Refused[]>} | null} what was told last of why not */
    this.told = null;
  }

  get commands() {
    return this.known.newest.links.commands;
  }

  get path() {
    return `/matches/${this.known.newest.id}`;
  }

  /** What a command would bring.
   * @param {any} command
   * @returns {Promise<import("../types.d.ts").DryRun>}
   */
  preview(command) {
    return this.means.post(this.commands, { command }, { query: { dry_run: true } });
  }

  /** Why the own seat is not offered other kinds of commands; asked once for each version.
   * @returns {Promise<import("../types.d.ts").Refused[]>}
   */
  why = () => {
    const { version, links } = this.known.newest;
    if (this.told?.version !== version) {
      const refused = this.means.read(links.options, { refused: true }).then((told) => told.refused);
      refused.catch(() => (this.told = null));
      this.told = { version, refused };
    }
    return this.told.refused;
  };

  /** Plays a command; whatever it brings comes by the feed.
   * @param {any} command
   * @param {number} prompt
   */
  send(command, prompt) {
    return this.act(this.commands, { command, prompt });
  }

  /** Goes back to a version, or asks the others to.
   * @param {number} to
   * @param {boolean} ask
   */
  takeBack(to, ask) {
    return this.act(`${this.path}/undo`, { to, ask });
  }

  /** Answers somebody's request to go back.
   * @param {number} number
   * @param {boolean} grant
   */
  vote(number, grant) {
    return this.act(`${this.path}/undo/${number}/votes`, { grant });
  }

  /** Gives up the own seat. */
  giveUp() {
    return this.act(`${this.path}/resignations`, {});
  }

  /** Does one thing to the match; another has to wait. Raises the problem where it is refused, and keeps it.
   * @param {string} path
   * @param {any} body
   */
  async act(path, body) {
    if (this.busy) return;
    this.busy = true;
    this.problem = null;
    this.changed();
    try {
      const { version, head } = (await this.means.post(path, body, { key: newKey() })) ?? {};
      if (head) note({ id: this.known.newest.id, version, head });
    } catch (error) {
      this.problem = /** @type {Error} */ (error);
      throw error;
    } finally {
      await this.settled();
      this.busy = false;
      this.changed();
    }
  }

  /** Forgets why the last thing was refused. */
  forgive() {
    this.problem = null;
    this.changed();
  }
}
