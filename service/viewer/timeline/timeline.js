/** A match as one viewer sees it, entry by entry: the view at every version, made of the first view and its patches. */

/**
 * @typedef {import("../types.d.ts").Line} Line
 * @typedef {import("../types.d.ts").Frame} Frame
 * @typedef {import("../types.d.ts").Base} Base
 */

/** A value after a merge patch (RFC 7396). What the patch does not name is shared, not copied, so `===` tells what changed.
 * @param {any} value
 * @param {any} patch
 * @returns {any}
 */
export function patched(value, patch) {
  if (patch === null || typeof patch !== "object" || Array.isArray(patch)) return patch;
  const keys = Object.keys(patch);
  const plain = value !== null && typeof value === "object" && !Array.isArray(value);
  if (plain && keys.length === 0) return value;
  const after = plain ? { ...value } : {};
  for (const key of keys) {
    if (patch[key] === null) delete after[key];
    else after[key] = patched(after[key], patch[key]);
  }
  return after;
}

/** All versions of a match through one viewer's eyes. Versions count from `first`, the version of the base. */
export class Timeline {
  /** @param {Base} base */
  constructor(base) {
    this.first = base.version;
    /** @type {any[]} */
    this.views = [base.view];
    /** @type {(Line | null)[]} */
    this.lines = [null];
    /** @type {number | null} the first version that could not be read; what comes before it is good */
    this.broken = null;
  }

  /** A whole replay: the first line is the base, every other one a frame. Ends before the first frame that is no good.
   * @param {string} ndjson
   * @returns {Timeline}
   */
  static parse(ndjson) {
    const rows = ndjson.split("\n").filter(Boolean);
    const timeline = new Timeline(JSON.parse(rows[0]));
    for (const row of rows.slice(1)) {
      if (timeline.take(row)) continue;
      timeline.broken = timeline.last + 1;
      break;
    }
    return timeline;
  }

  /** Adds a frame as it was sent.
   * @param {string} row
   * @returns {boolean} false where it cannot be read, or is not the next one
   */
  take(row) {
    try {
      return this.push(JSON.parse(row));
    } catch {
      return false;
    }
  }

  /** Adds what another reading of the same match has more; what is there stays the very same.
   * @param {Timeline} other
   */
  extend(other) {
    for (let version = this.last + 1; version <= other.last; version += 1) {
      this.views.push(other.view(version));
      this.lines.push(other.line(version));
    }
    this.broken = other.broken !== null && other.broken > this.last ? other.broken : null;
  }

  /** The last version.
   * @returns {number}
   */
  get last() {
    return this.first + this.views.length - 1;
  }

  /** Adds the next frame; one that is there already changes nothing.
   * @param {Frame} frame
   * @returns {boolean} false where a frame is missing in between
   */
  push(frame) {
    if (frame.version <= this.last) return true;
    if (frame.version !== this.last + 1) return false;
    const before = this.views[this.views.length - 1];
    this.views.push(isEmpty(frame.patch) ? before : patched(before, frame.patch));
    this.lines.push(frame.line);
    return true;
  }

  /** The view at a version, null before the match has started.
   * @param {number} version
   * @returns {any}
   */
  view(version) {
    return this.views[version - this.first] ?? null;
  }

  /** The line of the entry that led to a version.
   * @param {number} version
   * @returns {Line | null}
   */
  line(version) {
    return this.lines[version - this.first] ?? null;
  }

  /** The version with which a replay opens: the first at which the whole board stands, else the first at which there is something to see.
   * @param {Pick<import("../types.d.ts").Game, "stands">} game
   * @returns {number}
   */
  begin(game) {
    const standing = this.views.findIndex((view) => view !== null && game.stands(view));
    return this.first + (standing < 0 ? Math.max(0, this.views.findIndex((view) => view !== null)) : standing);
  }
}

/** @param {any} patch */
function isEmpty(patch) {
  if (patch === null || typeof patch !== "object") return false;
  for (const _ in patch) return false;
  return true;
}
