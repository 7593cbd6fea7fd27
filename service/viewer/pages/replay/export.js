/** A match as text: its notation with notes. */

import { sign } from "../../ui/seat_badge.js";
import { isCommonLine } from "../../timeline/steps.js";
import { notationHeader, formatEntries } from "./notation.js";

/** @typedef {import("./replay.js").Parts} Parts */
/** @typedef {import("../../types.d.ts").GameRecord} GameRecord */

/** Returns some lines of a match in notation, with its header.
 * @param {Parts} parts
 * @param {readonly number[]} versions
 * @returns {Promise<string>}
 */
export async function notationText({ stage, match, game, box, seats }, versions) {
  const record = await game.record();
  const entries = versions.map((version) => ({
    version,
    text: lineNotation(/** @type {any} */ (match.timeline.line(version)), seats, box.components, record),
    struck: match.takenBack.has(version),
    note: stage.notes[version] ?? "",
  }));
  return `${notationHeader(match.summary, seats, match.viewer)}\n\n${formatEntries(entries)}\n`;
}

/** Returns the whole match as text.
 * @param {Parts} parts
 * @returns {Promise<string>}
 */
export function matchText(parts) {
  const { first, last } = parts.match.timeline;
  return notationText(parts, Array.from({ length: last - first }, (_, index) => first + 1 + index));
}

/** Returns a line in compact notation.
 * @param {import("../../types.d.ts").Line} line
 * @param {import("../../types.d.ts").SeatInfo[]} seats
 * @param {any} components
 * @param {Pick<GameRecord, "notation">} record
 * @returns {string}
 */
function lineNotation(line, seats, components, record) {
  if (!isCommonLine(line)) {
    try {
      return record.notation(line, seats, components);
    } catch {
      return line.key;
    }
  }
  const { to, request, grant, reason, bot } = line.params ?? {};
  const details = [to !== undefined && `to ${to}`, request !== undefined && `request ${request}`, grant !== undefined && (grant ? "granted" : "refused"), bot && `bot ${bot}`, reason];
  return [line.key, typeof line.seat === "number" && sign(line.seat), ...details].filter(Boolean).join(" ");
}
