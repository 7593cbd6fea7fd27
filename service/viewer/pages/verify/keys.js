/** The service's published keys. They are kept while the page is open, because the service may become unreachable. */

import { parseKeys } from "./signature.js";

const PUBLISHED = "/.well-known/chronik-keys.json";

/** @type {import("./signature.js").Keyring | null} */
let kept = null;

/** Returns the current keys, or the last ones received, or null if the service never answered.
 * @returns {Promise<import("./signature.js").Keyring | null>}
 */
export async function publishedKeys() {
  try {
    const response = await fetch(PUBLISHED, { cache: "no-cache" }); // a cached copy may not contain a recent revocation
    if (response.ok) kept = await parseKeys(await response.json());
  } catch {
    // The keys that were received earlier remain valid.
  }
  return kept;
}
