/** Values that this browser stores for the service. If it refuses to, the page keeps them in memory until the user leaves. */

/** Values that the browser refused to store, by key; null for a removal. @type {Map<string, string | null>} */
const unwritten = new Map();

const TRIED = "chronik.tried";
/** A text longer than any stored player with a token. */
const TEXT = "x".repeat(1000);

/** An error: the browser cannot store a token, so the next page would lose it. */
export class CannotStore extends Error {}

/** Returns the text stored under a key, or null.
 * @param {string} key
 * @returns {string | null}
 */
export function readStored(key) {
  const text = unwritten.get(key);
  if (text !== undefined) return text;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text under a key. Null removes it.
 * @param {string} key
 * @param {string | null} text
 */
export function writeStored(key, text) {
  try {
    write(key, text);
    unwritten.delete(key);
  } catch {
    unwritten.set(key, text);
  }
}

/** Returns whether the browser can store a player.
 * @returns {boolean}
 */
export function canStore() {
  try {
    write(TRIED, TEXT);
    write(TRIED, null);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} key @param {string | null} text */
function write(key, text) {
  if (text === null) localStorage.removeItem(key);
  else localStorage.setItem(key, text);
}
