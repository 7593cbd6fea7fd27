/** The rows of the log: which lines are shown, and which of them lie in the window. */

/**
 * @typedef {import("../../timeline/steps.js").Lines} Lines
 * @typedef {{seat: string, kind: string, text: string}} Filter seat: a number, "none" or ""; kind: a mark's kind, "undone", "notes", "frame" or ""
 */

/** A text as it is compared: without capitals and accents.
 * @param {string} text
 */
export const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** What a line is found by, beside its sentence: names by which its cards and levels go elsewhere.
 * @param {any} said what the line says in its parts
 * @param {Record<string, string>} also those names by id
 * @returns {string[]}
 */
export function alsoIn(said, also) {
  if (typeof said === "string") return also[said] ? [also[said]] : [];
  if (said === null || typeof said !== "object") return [];
  const level = said.track && said.level ? alsoIn(`${said.track}.${said.level}`, also) : [];
  return [...level, ...Object.values(said).flatMap((part) => alsoIn(part, also))];
}

/** The line found that comes after another one, or before it, round and round.
 * @param {readonly number[]} shown
 * @param {number} at
 * @param {1 | -1} by
 * @returns {number}
 */
export const foundBeside = (shown, at, by) => (by > 0 ? (shown.find((version) => version > at) ?? shown[0]) : (shown.findLast((version) => version < at) ?? shown[shown.length - 1])) ?? at;

/** The versions that a filter lets through, in order.
 * @param {Lines} lines
 * @param {Filter} filter
 * @param {{hidden: Set<number> | null, struck: Set<number>, notes: Record<string, string>, kind(version: number): string | null, framing(version: number): boolean, text(version: number): string}} about `text` is plain
 * @returns {number[]}
 */
export function rows(lines, filter, about) {
  const words = plain(filter.text).split(/\s+/).filter(Boolean);
  /** @type {number[]} */
  const shown = [];
  for (let version = lines.first + 1; version <= lines.last; version += 1) {
    if (about.hidden?.has(version)) continue;
    if (filter.seat !== "" && filter.seat !== String(lines.line(version)?.seat ?? "none")) continue;
    if (filter.kind !== "" && !isOfKind(version, filter.kind, about)) continue;
    if (words.length > 0) {
      const text = `${about.text(version)} ${plain(about.notes[version] ?? "")}`;
      if (!words.every((word) => text.includes(word))) continue;
    }
    shown.push(version);
  }
  return shown;
}

/** @param {number} version @param {string} kind @param {Parameters<typeof rows>[2]} about */
function isOfKind(version, kind, about) {
  if (kind === "undone") return about.struck.has(version);
  if (kind === "notes") return version in about.notes;
  if (kind === "frame") return about.framing(version);
  return about.kind(version) === kind;
}

/** The rows that lie in the window, with some to spare on both sides.
 * @param {number} count
 * @param {number} height of a row
 * @param {number} top how far it is scrolled
 * @param {number} seen height of the window
 * @param {number} [spare]
 * @returns {{from: number, to: number}} `to` is the first that does not
 */
export function windowed(count, height, top, seen, spare = 8) {
  const from = Math.max(0, Math.min(count, Math.floor(top / height)) - spare);
  return { from, to: Math.min(count, Math.ceil((top + seen) / height) + spare) };
}

/** How far to scroll so that a row is seen, null where it is already.
 * @param {number} row
 * @param {number} height
 * @param {number} top
 * @param {number} seen
 * @returns {number | null}
 */
export function scrollTo(row, height, top, seen) {
  const start = row * height;
  if (start >= top + height && start + 2 * height <= top + seen) return null;
  if (start < top + height && start >= top - height) return Math.max(0, start - height);
  if (start + 2 * height > top + seen && start <= top + seen + height) return start + 2 * height - seen;
  return Math.max(0, start - seen / 2);
}
