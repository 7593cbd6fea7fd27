/** Files that a match hands to its reader: the archive, and the heads that were noted of it. */

import { request } from "../api/api.js";
import { receiptText } from "./receipts.js";

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
 * @param {import("./match.js").Match} match
 */
export async function handArchive(match) {
  const response = await request("GET", match.summary.links.archive, { accept: "application/octet-stream" });
  hand(await response.blob(), `${match.id}.chronik`);
}

/** Hands over the heads that this browser has noted of a match.
 * @param {string} id
 */
export const handReceipt = (id) => hand(new Blob([receiptText(id)], { type: "application/x-ndjson" }), `${id}.receipt`);
