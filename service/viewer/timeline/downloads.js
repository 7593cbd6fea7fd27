/** Downloads of a match: its archive, and the head hashes that this browser has seen. */

import { request } from "../api/api.js";
import { receiptText } from "./receipts.js";

/** Downloads a file.
 * @param {Blob} content
 * @param {string} name
 */
export function downloadFile(content, name) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(content), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Fetches the archive of a finished match with the player's token, and downloads it.
 * @param {import("./match.js").Match} match
 */
export async function downloadArchive(match) {
  const response = await request("GET", match.summary.links.archive, { accept: "application/octet-stream" });
  downloadFile(await response.blob(), `${match.id}.chronik`);
}

/** Downloads the head hashes that this browser has recorded for a match.
 * @param {string} id
 */
export const downloadReceipts = (id) => downloadFile(new Blob([receiptText(id)], { type: "application/x-ndjson" }), `${id}.receipt`);
