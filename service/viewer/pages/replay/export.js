/** What leaves the page: the notation with its notes, the archive of a finished match, and the heads that were noted of it. */

import { request } from "../../api/api.js";
import { sign } from "../../ui/seat_badge.js";
import { frames } from "../../timeline/steps.js";
import { receiptText } from "../../timeline/receipts.js";
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

/** Hands a file to the reader.
 * @param {Blob} content
 * @param {string} name
 */
export function hand(content, name) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(content), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Fetches the archive of a finished match with the reader's token, and hands it over.
 * @param {import("../../timeline/match.js").Match} match
 */
export async function handArchive(match) {
  const response = await request("GET", match.summary.links.archive, { accept: "application/octet-stream" });
  hand(await response.blob(), `${match.id}.chronik`);
}

/** Hands over the heads that this browser has noted of a match.
 * @param {string} id
 */
export const handReceipt = (id) => hand(new Blob([receiptText(id)], { type: "application/x-ndjson" }), `${id}.receipt`);
