/** The prompts and options of the user's seat. */

import { isProblem } from "../api/api.js";
import { isSame } from "./is_same.js";

/**
 * @typedef {import("../types.d.ts").Options} Options
 * @typedef {Options & {since: number}} Asked the question, and the first version at which it was the same
 */

/** The options of the user's seat, as they were last read. */
export class OwnOptions {
  /** @param {Pick<import("./match.js").Means, "read">} means */
  constructor(means) {
    this.means = means;
    /** @type {Asked | null} */
    this.newest = null;
  }

  /** Returns the question to the user's seat at a version, or null if the options belong to another version.
   * @param {number} version
   */
  questionAt(version) {
    const asked = this.newest;
    return asked && asked.since <= version && version <= asked.version ? asked : null;
  }

  /** Reads the question to a seat. It is empty if another player now has the seat.
   * @param {number} seat
   * @param {string} path
   * @param {number} heard the last version received
   * @returns {Promise<Options>}
   */
  async read(seat, path, heard) {
    const nothing = { version: heard, seat, prompts: [], options: [] };
    try {
      const options = await this.means.read(path);
      return options.seat === seat ? options : { ...nothing, version: options.version };
    } catch (error) {
      if (isProblem(error, "not-your-seat") || isProblem(error, "scope-missing")) return nothing;
      throw error;
    }
  }

  /** Updates the options. An unchanged question keeps its identity, so that a half-made choice survives.
   * @param {Options | null} options
   */
  update(options) {
    const before = this.newest;
    if (!options || options.prompts.length === 0) this.newest = null;
    else if (before && isSameQuestion(before, options)) this.newest = { ...before, version: Math.max(before.version, options.version) };
    else if (!before || options.version >= before.version) this.newest = { ...options, since: options.version };
  }

  clear() {
    this.newest = null;
  }
}

/** Returns whether the prompts, options and forms are the same.
 * @param {Options} one
 * @param {Options} other
 */
const isSameQuestion = (one, other) =>
  isSame(one.prompts, other.prompts) && isSame(one.options, other.options) && isSame(one.forms ?? null, other.forms ?? null);
