/** Signatures: whether the operator has signed a file, with a key that this page knows (`domain/engine/proof/FORMAT.md`, section 11). */

import { Altered } from "./altered.js";
import { fromHex, hex, tagged, utf8 } from "./bytes.js";
import { sha256 } from "./chain.js";

/**
 * @typedef {import("./bytes.js").Bytes} Bytes
 * @typedef {Map<string, Bytes>} Keyring public keys by their names; never from the file that is checked
 */

const ED25519 = { name: "Ed25519" };

/** The keys of a published set, each under the name that its bytes give it.
 * @param {any} published
 * @returns {Promise<Keyring>}
 */
export async function keyring(published) {
  const keys = published.keys.map((/** @type {any} */ key) => fromHex(key.public_key));
  return new Map(await Promise.all(keys.map(async (/** @type {Bytes} */ key) => [hex((await sha256(key)).subarray(0, 8)), key])));
}

/** What is signed of an archive.
 * @param {import("./archive.js").Manifest} manifest
 * @returns {Promise<Bytes>}
 */
export const archiveMessage = (manifest) => sha256(tagged("chronik/archive-sig/1", [fromHex(manifest.key_id ?? ""), utf8(JSON.stringify(manifest))]));

/** What is known of the signature of an archive; throws `Altered` where it is not one of the key that it names.
 * @param {import("./archive.js").Archive} archive
 * @param {Keyring | null} keys null where they are not to be had
 * @returns {Promise<{state?: "open", code?: string, params: Record<string, any>}>}
 */
export async function judged({ manifest, signature }, keys) {
  const { key_id: key } = manifest;
  if (!key) return { state: "open", code: "unsigned", params: {} };
  if (!keys) return { state: "open", code: "no-keys", params: { key } };
  const bytes = keys.get(key);
  if (!bytes) return { state: "open", code: "unknown-key", params: { key } };
  const imported = await crypto.subtle.importKey("raw", bytes, ED25519, false, ["verify"]).catch(cannot);
  if (!imported) return { state: "open", code: "no-ed25519", params: { key } };
  if (!(await crypto.subtle.verify(ED25519, imported, signature, await archiveMessage(manifest)))) throw new Altered("forged", { key });
  return { params: { key } };
}

/** A browser that does not know Ed25519 says so; any other error is one.
 * @param {unknown} error
 * @returns {null}
 */
function cannot(error) {
  if (error instanceof DOMException && error.name === "NotSupportedError") return null;
  throw error;
}
