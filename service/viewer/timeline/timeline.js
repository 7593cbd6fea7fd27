/** A match as one viewer sees it: the view at every version, computed from the first view and its patches. */

/**
 * @typedef {import("../types.d.ts").Line} Line
 * @typedef {import("../types.d.ts").Frame} Frame
 * @typedef {import("../types.d.ts").Base} Base
 */

/** Applies a merge patch (RFC 7396). Unchanged parts are shared, not copied, so `===` shows what changed.
 * @param {any} value
 * @param {any} patch
 * @returns {any}
 */
export function applyPatch(value, patch) {
  if (patch === null || typeof patch !== "object" || Array.isArray(patch)) return patch;
  const keys = Object.keys(patch);
  const plain = value !== null && typeof value === "object" && !Array.isArray(value);
  if (plain && keys.length === 0) return value;
  const after = plain ? { ...value } : {};
  for (const key of keys) {
    if (patch[key] === null) delete after[key];
    else after[key] = applyPatch(after[key], patch[key]);
  }
  return after;
}

/** All versions of a match for one viewer, beginning with `first`, the version of the view that the timeline starts from. */
export class Timeline {
  /** @param {Base} base */
  constructor(base) {
    this.first = base.version;
    /** @type {any[]} */
    this.views = [base.view];
    /** @type {(Line | null)[]} */
    this.lines = [null];
    /** @type {number | null} the first version that could not be read; all versions before it are valid */
    this.broken = null;
    /** The last version that the reader may see. */
    this.limit = Infinity;
  }

  /** Parses a replay: the first line is the view to start from, and each other line a frame. It ends before the first invalid frame.
   * @param {string} ndjson
   * @returns {Timeline}
   */
  static parse(ndjson) {
    const rows = ndjson.split("\n").filter(Boolean);
    const timeline = new Timeline(JSON.parse(rows[0]));
    for (const row of rows.slice(1)) {
      if (timeline.pushText(row)) continue;
      timeline.broken = timeline.last + 1;
      break;
    }
    return timeline;
  }

  /** Parses and adds a frame.
   * @param {string} row
   * @returns {boolean} false if the frame is invalid or not the next one
   */
  pushText(row) {
    try {
      return this.push(JSON.parse(row));
    } catch {
      return false;
    }
  }

  /** Adds the later versions from another download of the same match. Existing views keep their identity.
   * @param {Timeline} other
   */
  extend(other) {
    for (let version = this.end + 1; version <= other.end; version += 1) {
      this.views.push(other.view(version));
      this.lines.push(other.line(version));
    }
    this.broken = other.broken !== null && other.broken > this.last ? other.broken : null;
  }

  /** The last version shown.
   * @returns {number}
   */
  get last() {
    return Math.min(this.end, this.limit);
  }

  /** The last version of all, also if the reader may not see it yet.
   * @returns {number}
   */
  get end() {
    return this.first + this.views.length - 1;
  }

  /** Adds the next frame. A frame that is already present changes nothing.
   * @param {Frame} frame
   * @returns {boolean} false if a frame in between is missing
   */
  push(frame) {
    if (frame.version <= this.end) return true;
    if (frame.version !== this.end + 1) return false;
    const before = this.views[this.views.length - 1];
    this.views.push(isEmpty(frame.patch) ? before : applyPatch(before, frame.patch));
    this.lines.push(frame.line);
    return true;
  }

  /** Returns the view at a version, or null before the match has started.
   * @param {number} version
   * @returns {any}
   */
  view(version) {
    return this.views[version - this.first] ?? null;
  }

  /** Returns the line of the entry that led to a version.
   * @param {number} version
   * @returns {Line | null}
   */
  line(version) {
    return this.lines[version - this.first] ?? null;
  }

  /** Returns the version at which a replay opens: the end of setup, or the first version with a view.
   * @param {Pick<import("../types.d.ts").Game, "isSetUp">} game
   * @returns {number}
   */
  openingVersion(game) {
    const standing = this.views.findIndex((view) => view !== null && game.isSetUp(view));
    return this.first + (standing < 0 ? Math.max(0, this.views.findIndex((view) => view !== null)) : standing);
  }
}

/** @param {any} patch */
function isEmpty(patch) {
  if (patch === null || typeof patch !== "object") return false;
  for (const _ in patch) return false;
  return true;
}
