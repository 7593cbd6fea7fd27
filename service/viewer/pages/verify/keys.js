/** The keys that this service has published, kept while the page is open: later the service may be away. */

import { keyring } from "./signature.js";

const PUBLISHED = "/.well-known/chronik-keys.json";

/** @type {import("./signature.js").Keyring | null} */
let kept = null;

/** The keys as they are now, or as they were when the service last answered; null where it never has.
 * @returns {Promise<import("./signature.js").Keyring | null>}
 */
export async function publishedKeys() {
  try {
    const response = await fetch(PUBLISHED);
    if (response.ok) kept = await keyring(await response.json());
  } catch {
    // What is known from before still holds.
  }
  return kept;
}
