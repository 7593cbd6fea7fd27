/** The rows of the log: which lines it contains, and which of them are in view. */

/**
 * @typedef {import("../../timeline/steps.js").Lines} Lines
 * @typedef {{seat: string, kind: string, text: string}} Filter seat: a number, "none" or ""; kind: a mark's kind, "undone", "notes", "frame" (lines common to all games) or ""
 */

/** Normalises text for comparison: lower case, without accents.
 * @param {string} text
 */
export const normalise = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Returns other names for the cards and levels in a line, for the search.
 * @param {any} said the line's parameters
 * @param {Record<string, string>} also other names by id
 * @returns {string[]}
 */
export function otherNames(said, also) {
  if (typeof said === "string") return also[said] ? [also[said]] : [];
  if (said === null || typeof said !== "object") return [];
  const level = said.track && said.level ? otherNames(`${said.track}.${said.level}`, also) : [];
  return [...level, ...Object.values(said).flatMap((part) => otherNames(part, also))];
}

/** Returns the next or previous search result, wrapping around.
 * @param {readonly number[]} shown
 * @param {number} at
 * @param {1 | -1} by
 * @returns {number}
 */
export const adjacentResult = (shown, at, by) => (by > 0 ? (shown.find((version) => version > at) ?? shown[0]) : (shown.findLast((version) => version < at) ?? shown[shown.length - 1])) ?? at;

/** Returns the versions whose lines pass a filter, in order.
 * @param {Lines} lines
 * @param {Filter} filter
 * @param {{hidden: Set<number> | null, struck: Set<number>, notes: Record<string, string>, kind(version: number): string | null, framing(version: number): boolean, text(version: number): string}} about `text` is normalised
 * @returns {number[]}
 */
export function filterRows(lines, filter, about) {
  const words = normalise(filter.text).split(/\s+/).filter(Boolean);
  /** @type {number[]} */
  const shown = [];
  for (let version = lines.first + 1; version <= lines.last; version += 1) {
    if (about.hidden?.has(version)) continue;
    if (filter.seat !== "" && filter.seat !== String(lines.line(version)?.seat ?? "none")) continue;
    if (filter.kind !== "" && !isOfKind(version, filter.kind, about)) continue;
    if (words.length > 0) {
      const text = `${about.text(version)} ${normalise(about.notes[version] ?? "")}`;
      if (!words.every((word) => text.includes(word))) continue;
    }
    shown.push(version);
  }
  return shown;
}

/** @param {number} version @param {string} kind @param {Parameters<typeof filterRows>[2]} about */
function isOfKind(version, kind, about) {
  if (kind === "undone") return about.struck.has(version);
  if (kind === "notes") return version in about.notes;
  if (kind === "frame") return about.framing(version);
  return about.kind(version) === kind;
}

/** Returns the range of visible rows, with a few more on both sides.
 * @param {number} count
 * @param {number} height of a row
 * @param {number} top scroll position
 * @param {number} seen visible height
 * @param {number} [spare]
 * @returns {{from: number, to: number}} `to` is exclusive
 */
export function visibleRange(count, height, top, seen, spare = 8) {
  const from = Math.max(0, Math.min(count, Math.floor(top / height)) - spare);
  return { from, to: Math.min(count, Math.ceil((top + seen) / height) + spare) };
}

/** Returns the scroll position that shows a row, or null if it is visible.
 * @param {number} row
 * @param {number} height
 * @param {number} top
 * @param {number} seen
 * @returns {number | null}
 */
export function scrollPosition(row, height, top, seen) {
  const start = row * height;
  const margin = Math.min(height, Math.max(0, (seen - height) / 2));
  if (start >= top + margin && start + height + margin <= top + seen) return null;
  if (start < top + height && start >= top - height) return Math.max(0, start - margin);
  if (start + 2 * height > top + seen && start <= top + seen + height) return start + height + margin - seen;
  return Math.max(0, start - Math.max(0, seen - height) / 2);
}
