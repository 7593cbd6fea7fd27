/** What the own seat is asked, and every answer it may give. */

import { isProblem } from "../api/api.js";
import { same } from "./same.js";

/**
 * @typedef {import("../types.d.ts").Options} Options
 * @typedef {Options & {since: number}} Asked what is asked, and the first version at which it was the same
 */

/** The options of the own seat, as they were read last. */
export class OwnOptions {
  /** @param {Pick<import("./match.js").Means, "read">} means */
  constructor(means) {
    this.means = means;
    /** @type {Asked | null} */
    this.newest = null;
  }

  /** What is asked while a version is shown: only where that view and the options belong together.
   * @param {number} version
   */
  at(version) {
    const asked = this.newest;
    return asked && asked.since <= version && version <= asked.version ? asked : null;
  }

  /** Reads what a seat is asked. That is nothing where somebody else sits by now.
   * @param {number} seat
   * @param {string} path
   * @param {number} heard the last version that has arrived
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

  /** Takes what is asked; the same question stays the same value, so that a choice half made is kept.
   * @param {Options | null} options
   */
  take(options) {
    const before = this.newest;
    if (!options || options.prompts.length === 0) this.newest = null;
    else if (before && alike(before, options)) this.newest = { ...before, version: Math.max(before.version, options.version) };
    else if (!before || options.version >= before.version) this.newest = { ...options, since: options.version };
  }

  forget() {
    this.newest = null;
  }
}

/** Whether the same is asked, with the same answers to it.
 * @param {Options} one
 * @param {Options} other
 */
const alike = (one, other) =>
  same(one.prompts, other.prompts) && same(one.options, other.options) && same(one.forms ?? null, other.forms ?? null);
