/** The hash chain over a log, the commitment to the secret, and the values derived from the secret (`domain/engine/proof/FORMAT.md`, sections 5 and 6). */

import { encodeTagged, u64, utf8 } from "./bytes.js";

/** @typedef {import("./bytes.js").Bytes} Bytes */

/** Returns whether this page can hash. Browsers offer WebCrypto only over https and on localhost.
 * @returns {boolean}
 */
export const canHash = () => globalThis.crypto?.subtle !== undefined;

/** @param {Bytes} bytes
 * @returns {Promise<Bytes>}
 */
export const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/** H: returns SHA-256 of the tagged parts.
 * @param {string} tag
 * @param {...Bytes} parts
 * @returns {Promise<Bytes>}
 */
const hashTagged = (tag, ...parts) => sha256(encodeTagged(tag, parts));

/** Returns HMAC-SHA-256 under a key; M is this function of tagged parts.
 * @param {Bytes} key
 * @returns {Promise<(message: Bytes) => Promise<Bytes>>}
 */
export async function mac(key) {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return async (message) => new Uint8Array(await crypto.subtle.sign("HMAC", imported, message));
}

/** C: returns the commitment to the secret, which the first entry publishes.
 * @param {Bytes} match
 * @param {Bytes} secret
 */
export const computeCommitment = (match, secret) => hashTagged("chronik/seed-commit/1", match, secret);

/** S: derives the seed of all draws from the secret and each seat's entropy, in seat order.
 * @param {Bytes} secret
 * @param {Bytes} match
 * @param {readonly Bytes[]} entropies
 */
export const matchSeed = async (secret, match, entropies) => (await mac(secret))(encodeTagged("chronik/match-seed/1", [match, ...entropies]));

/** S of a tutorial: derived from the name of its lesson alone.
 * @param {string} lesson
 */
export const tutorialSeed = (lesson) => hashTagged("chronik/tutorial-seed/1", utf8(lesson));

/** K: derives the key of the salts.
 * @param {Bytes} secret
 * @param {Bytes} match
 */
export const saltKey = async (secret, match) => (await mac(secret))(encodeTagged("chronik/salt-key/1", [match]));

/** c_0: returns the head hash of the chain before the first batch.
 * @param {Bytes} match
 * @param {Bytes} header the opening entry's JSON without its commitment
 * @param {Bytes} committed
 */
export const genesisHead = (match, header, committed) => hashTagged("chronik/genesis/1", match, header, committed);

/** Returns the head hash of the chain after each batch, by the version of the last entry in the batch.
 * @param {Bytes} first the head hash before the first batch
 * @param {Bytes} key the key of the salts
 * @param {readonly {version: number, stored: Bytes}[]} batches
 * @param {(done: number) => void} [tell] called with the number of hashed batches
 * @returns {Promise<Map<number, Bytes>>}
 */
export async function computeHeads(first, key, batches, tell = () => {}) {
  const salted = await mac(key);
  const salts = await Promise.all(batches.map(({ version }) => salted(encodeTagged("chronik/salt/1", [u64(version)]))));
  /** @type {Map<number, Bytes>} */
  const after = new Map();
  let head = first;
  for (const [index, { version, stored }] of batches.entries()) {
    head = await hashTagged("chronik/chain/2", head, salts[index], stored);
    after.set(version, head);
    tell(index + 1);
  }
  return after;
}
