/** Receipts: head hashes of the log that this browser saw while a match ran. A file of the match can later be compared with them, wherever it comes from. */

import { writeStored, readStored } from "../storage.js";

const KEY = "chronik.heads";
const MOST_MATCHES = 50;
const MOST_HEADS = 24;

/** @typedef {{version: number, head: string}} Receipt a head seen while the match ran */

/** Saves a head hash of a running match. For a long match, the head hashes that are kept are spread over its whole length.
 * @param {{id: string, version: number, head: string}} shown
 */
export function saveReceipt({ id, version, head }) {
  const noted = receiptsOf(id);
  if (noted.some((receipt) => receipt.version === version)) return;
  noted.push({ version, head });
  noted.sort((one, other) => one.version - other.version);
  if (noted.length > MOST_HEADS) noted.splice(leastUseful(noted), 1);
  registerMatch(id);
  writeStored(`${KEY}.${id}`, JSON.stringify(noted));
}

/** Returns the index of the least useful receipt: the one whose neighbours are closest.
 * @param {readonly Receipt[]} noted
 */
function leastUseful(noted) {
  const gap = (/** @type {number} */ at) => noted[at + 1].version - noted[at - 1].version;
  let found = 1;
  for (let at = 2; at < noted.length - 1; at += 1) if (gap(at) < gap(found)) found = at;
  return found;
}

/** Returns the receipts of a match.
 * @param {string} id
 * @returns {Receipt[]}
 */
export function receiptsOf(id) {
  const found = readList(`${KEY}.${id}`);
  return found.filter((/** @type {any} */ one) => Number.isInteger(one?.version) && typeof one.head === "string");
}

/** Formats the receipts of a match as a file, one line per head hash, for `chronik verify --receipt`.
 * @param {string} id
 * @returns {string}
 */
export const receiptText = (id) => receiptsOf(id).map(({ version, head }) => `${JSON.stringify({ match: id, version, head })}\n`).join("");

/** Adds a match to those with receipts. The oldest one is dropped if there are too many.
 * @param {string} id
 */
function registerMatch(id) {
  const ids = readList(KEY);
  if (ids.includes(id)) return;
  ids.push(id);
  for (const gone of ids.splice(0, Math.max(0, ids.length - MOST_MATCHES))) writeStored(`${KEY}.${gone}`, null);
  writeStored(KEY, JSON.stringify(ids));
}

/**
 * @param {string} key
 * @returns {any[]}
 */
function readList(key) {
  try {
    const found = JSON.parse(readStored(key) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}
