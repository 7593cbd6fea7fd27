/** Heads that this browser was shown while a match ran: what a file can be compared with later, whoever kept the match meanwhile. */

const KEY = "chronik.heads";
const MOST_MATCHES = 50;
const MOST_HEADS = 24;

/** @typedef {{version: number, head: string}} Receipt a head that was shown while the match ran */

/** Notes a head of a match that is being played. Of a long match, heads from all its parts are kept.
 * @param {{id: string, version: number, head: string}} shown
 * @param {Storage | undefined} [storage]
 */
export function note({ id, version, head }, storage = own()) {
  if (!storage) return;
  const noted = receipts(id, storage);
  if (noted.some((receipt) => receipt.version === version)) return;
  noted.push({ version, head });
  noted.sort((one, other) => one.version - other.version);
  if (noted.length > MOST_HEADS) noted.splice(closest(noted), 1);
  try {
    remember(id, storage);
    storage.setItem(`${KEY}.${id}`, JSON.stringify(noted));
  } catch {
    // a full or closed storage keeps no receipts
  }
}

/** The receipt that is missed least: its neighbours lie closest together.
 * @param {readonly Receipt[]} noted
 */
function closest(noted) {
  const gap = (/** @type {number} */ at) => noted[at + 1].version - noted[at - 1].version;
  let found = 1;
  for (let at = 2; at < noted.length - 1; at += 1) if (gap(at) < gap(found)) found = at;
  return found;
}

/** What was noted of a match.
 * @param {string} id
 * @param {Storage | undefined} [storage]
 * @returns {Receipt[]}
 */
export function receipts(id, storage = own()) {
  const found = parsed(storage, `${KEY}.${id}`);
  return found.filter((/** @type {any} */ one) => Number.isInteger(one?.version) && typeof one.head === "string");
}

/** What was noted of a match as a file: a line for each head, as `chronik verify --receipt` reads it.
 * @param {string} id
 * @param {Storage | undefined} [storage]
 * @returns {string}
 */
export const receiptText = (id, storage = own()) => receipts(id, storage).map(({ version, head }) => `${JSON.stringify({ match: id, version, head })}\n`).join("");

/** Counts a match among those that receipts are kept of; the oldest gives way.
 * @param {string} id
 * @param {Storage} storage
 */
function remember(id, storage) {
  const ids = parsed(storage, KEY);
  if (ids.includes(id)) return;
  ids.push(id);
  for (const gone of ids.splice(0, Math.max(0, ids.length - MOST_MATCHES))) storage.removeItem(`${KEY}.${gone}`);
  storage.setItem(KEY, JSON.stringify(ids));
}

/**
 * @param {Storage | undefined} storage
 * @param {string} key
 * @returns {any[]}
 */
function parsed(storage, key) {
  try {
    const found = JSON.parse(storage?.getItem(key) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** @returns {Storage | undefined} */
function own() {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}
