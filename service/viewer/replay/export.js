/** What leaves the page: the notation with its notes, and the archive of a finished match. */

import { request } from "../service/api.js";
import { sign } from "../shapes.js";
import { frames } from "../timeline/steps.js";
import { heading, notation } from "./notation.js";

/** @typedef {import("./replay.js").Parts} Parts */
/** @typedef {import("../types.d.ts").GameRecord} GameRecord */

/** Lines as entries of the notation.
 * @param {Parts} parts
 * @param {readonly number[]} versions
 * @returns {import("./notation.js").Entry[]}
 */
export const entriesOf = ({ stage, match, game, box, seats }, versions) =>
  versions.map((version) => ({
    version,
    text: notationOf(/** @type {any} */ (match.timeline.line(version)), seats, box.components, game),
    struck: match.struck.has(version),
    note: stage.notes[version] ?? "",
  }));

/** Entries with the head of their match.
 * @param {Parts} parts
 * @param {import("./notation.js").Entry[]} entries
 * @returns {string}
 */
export const textOf = ({ match, seats }, entries) => `${heading(match.card, seats, match.viewer)}\n\n${notation(entries)}\n`;

/** The whole match as text.
 * @param {Parts} parts
 * @returns {string}
 */
export function wholeText(parts) {
  const { first, last } = parts.match.timeline;
  return textOf(parts, entriesOf(parts, Array.from({ length: last - first }, (_, index) => first + 1 + index)));
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
 * @param {import("../timeline/match.js").Match} match
 */
export async function handArchive(match) {
  const response = await request("GET", match.card.links.archive, { accept: "application/octet-stream" });
  hand(await response.blob(), `${match.id}.chronik`);
}
