/** The hash chain over a log, the commitment to its secret, and what is derived from that secret (`domain/engine/proof/FORMAT.md`, sections 5 and 6). */

import { tagged, u64 } from "./bytes.js";

/** @typedef {import("./bytes.js").Bytes} Bytes */

/** Whether this page may hash: browsers give WebCrypto to pages over https and on this computer only.
 * @returns {boolean}
 */
export const canHash = () => globalThis.crypto?.subtle !== undefined;

/** @param {Bytes} bytes
 * @returns {Promise<Bytes>}
 */
export const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/** H: SHA-256 of the tagged parts.
 * @param {string} tag
 * @param {...Bytes} parts
 * @returns {Promise<Bytes>}
 */
const hashed = (tag, ...parts) => sha256(tagged(tag, parts));

/** HMAC-SHA-256 under one key: M is what it says of tagged parts.
 * @param {Bytes} key
 * @returns {Promise<(message: Bytes) => Promise<Bytes>>}
 */
export async function mac(key) {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return async (message) => new Uint8Array(await crypto.subtle.sign("HMAC", imported, message));
}

/** C: what the first entry publishes about the secret.
 * @param {Bytes} match
 * @param {Bytes} secret
 */
export const commitment = (match, secret) => hashed("chronik/seed-commit/1", match, secret);

/** S: the seed of every draw, from the secret and what each seat added, in seat order.
 * @param {Bytes} secret
 * @param {Bytes} match
 * @param {readonly Bytes[]} entropies
 */
export const matchSeed = async (secret, match, entropies) => (await mac(secret))(tagged("chronik/match-seed/1", [match, ...entropies]));

/** K: the key of a match's salts.
 * @param {Bytes} secret
 * @param {Bytes} match
 */
export const saltKey = async (secret, match) => (await mac(secret))(tagged("chronik/salt-key/1", [match]));

/** c_0: the head before the first batch.
 * @param {Bytes} match
 * @param {Bytes} header the JSON of the opening without its commitment
 * @param {Bytes} committed
 */
export const genesis = (match, header, committed) => hashed("chronik/genesis/1", match, header, committed);

/** The head after each batch, by the version of its last entry.
 * @param {Bytes} first the head before the first batch
 * @param {Bytes} key of the salts
 * @param {readonly {version: number, stored: Bytes}[]} batches
 * @param {(done: number) => void} [tell] how many batches are hashed
 * @returns {Promise<Map<number, Bytes>>}
 */
export async function heads(first, key, batches, tell = () => {}) {
  const salted = await mac(key);
  const salts = await Promise.all(batches.map(({ version }) => salted(tagged("chronik/salt/1", [u64(version)]))));
  /** @type {Map<number, Bytes>} */
  const after = new Map();
  let head = first;
  for (const [index, { version, stored }] of batches.entries()) {
    head = await hashed("chronik/chain/2", head, salts[index], stored);
    after.set(version, head);
    tell(index + 1);
  }
  return after;
}
