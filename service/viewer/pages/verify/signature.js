/** Signatures: whether the operator signed a file with a key that this page knows (`domain/engine/proof/FORMAT.md`, section 11). */

import { Altered } from "./altered.js";
import { fromHex, hex, encodeTagged, utf8 } from "./bytes.js";
import { sha256 } from "./chain.js";

/**
 * @typedef {import("./bytes.js").Bytes} Bytes
 * @typedef {Map<string, {bytes: Bytes, revoked: boolean}>} Keyring public keys by their ids; never from the checked file
 */

const ED25519 = { name: "Ed25519" };

/** Returns the published keys, each under the id derived from its bytes. A key that is listed twice is revoked if either copy is.
 * @param {any} published
 * @returns {Promise<Keyring>}
 */
export async function parseKeys(published) {
  /** @type {Keyring} */
  const found = new Map();
  for (const key of published.keys) {
    const bytes = fromHex(key.public_key);
    const id = hex((await sha256(bytes)).subarray(0, 8));
    found.set(id, { bytes, revoked: Boolean(key.revoked_at) || found.get(id)?.revoked === true });
  }
  return found;
}

/** Returns the message that the signature of an archive covers.
 * @param {import("./archive.js").Manifest} manifest
 * @returns {Promise<Bytes>}
 */
export const archiveMessage = (manifest) => sha256(encodeTagged("chronik/archive-sig/1", [fromHex(manifest.key_id ?? ""), utf8(JSON.stringify(manifest))]));

/** Returns the state of an archive's signature. Throws `Altered` if the signature does not match the key that it names.
 * @param {import("./archive.js").Archive} archive
 * @param {Keyring | null} keys the published keys; null if they are unavailable
 * @param {boolean} [covered] whether a head hash recorded by this browser covers every entry
 * @returns {Promise<{state?: "open", code?: string, params: Record<string, any>}>}
 */
export async function checkSignature({ manifest, signature }, keys, covered = false) {
  const { key_id: key } = manifest;
  if (!key) return { state: "open", code: "unsigned", params: {} };
  if (!keys) return { state: "open", code: "no-keys", params: { key } };
  const known = keys.get(key);
  if (!known) return { state: "open", code: "unknown-key", params: { key } };
  const imported = await crypto.subtle.importKey("raw", known.bytes, ED25519, false, ["verify"]).catch(ifUnsupported);
  if (!imported) return { state: "open", code: known.revoked && !covered ? "revoked" : "no-ed25519", params: { key } };
  if (!(await crypto.subtle.verify(ED25519, imported, signature, await archiveMessage(manifest)))) throw new Altered("forged", { key });
  if (known.revoked) return covered ? { code: "revoked-covered", params: { key } } : { state: "open", code: "revoked", params: { key } };
  return { params: { key } };
}

/** Returns null if the browser does not support Ed25519, and rethrows other errors.
 * @param {unknown} error
 * @returns {null}
 */
function ifUnsupported(error) {
  if (error instanceof DOMException && error.name === "NotSupportedError") return null;
  throw error;
}
