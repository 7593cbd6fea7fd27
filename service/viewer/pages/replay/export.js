/** A match as text: the notation with its notes. */

import { sign } from "../../ui/seat_badge.js";
import { frames } from "../../timeline/steps.js";
import { heading, notation } from "./notation.js";

/** @typedef {import("./replay.js").Parts} Parts */
/** @typedef {import("../../types.d.ts").GameRecord} GameRecord */

/** Some lines of a match in notation, with its head.
 * @param {Parts} parts
 * @param {readonly number[]} versions
 * @returns {Promise<string>}
 */
export async function textOf({ stage, match, game, box, seats }, versions) {
  const record = await game.record();
  const entries = versions.map((version) => ({
    version,
    text: notationOf(/** @type {any} */ (match.timeline.line(version)), seats, box.components, record),
    struck: match.struck.has(version),
    note: stage.notes[version] ?? "",
  }));
  return `${heading(match.summary, seats, match.viewer)}\n\n${notation(entries)}\n`;
}

/** The whole match as text.
 * @param {Parts} parts
 * @returns {Promise<string>}
 */
export function wholeText(parts) {
  const { first, last } = parts.match.timeline;
  return textOf(parts, Array.from({ length: last - first }, (_, index) => first + 1 + index));
}

/** A line in the compact notation.
 * @param {import("../../types.d.ts").Line} line
 * @param {import("../../types.d.ts").SeatInfo[]} seats
 * @param {any} components
 * @param {Pick<GameRecord, "notation">} record
 * @returns {string}
 */
function notationOf(line, seats, components, record) {
  if (!frames(line)) {
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
