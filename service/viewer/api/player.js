/** The player of this browser and the token, stored only in this browser. */

import { useEffect, useState } from "../dom.js";
import { writeStored, readStored } from "../storage.js";

/** @typedef {import("../types.d.ts").Player} Player */

const KEY = "chronik.player";
/** @type {Set<() => void>} */
const listeners = new Set();
let current = parsePlayer(readStored(KEY));
let lost = false;

/** Returns the player of this browser, or null for a guest.
 * @returns {Player | null}
 */
export const player = () => current;

/** Sets the player of this browser; null means a guest. Other tabs follow.
 * @param {Player | null} somebody
 */
export function setPlayer(somebody) {
  current = somebody;
  if (somebody) lost = false;
  writeStored(KEY, somebody && JSON.stringify(somebody));
  notify();
}

/** Signs the player out because the service no longer accepts the token. The pages then show that.
 * @param {string} token
 */
export function dropToken(token) {
  if (current?.token !== token) return;
  lost = true;
  setPlayer(null);
}

/** Confirms that the user has read the notice about the lost token. */
export function clearLoss() {
  lost = false;
  notify();
}

/** Returns the player, and redraws when the player changes.
 * @returns {Player | null}
 */
export const usePlayer = () => useShared(() => current);

/** Returns whether this browser lost its player because the token no longer works.
 * @returns {boolean}
 */
export const useLostPlayer = () => useShared(() => lost);

function notify() {
  for (const listener of listeners) listener();
}

/**
 * @template T
 * @param {() => T} now
 * @returns {T}
 */
function useShared(now) {
  const [seen, setSeen] = useState(now);
  useEffect(() => {
    const onChange = () => setSeen(now);
    onChange();
    listeners.add(onChange);
    return () => void listeners.delete(onChange);
  }, []);
  return seen;
}

if (typeof window !== "undefined") {
  window.addEventListener("storage", (event) => {
    if (event.key !== KEY) return;
    current = parsePlayer(event.newValue);
    notify();
  });
}

/** @param {string | null} text @returns {Player | null} */
function parsePlayer(text) {
  try {
    const found = JSON.parse(text ?? "null");
    return found && typeof found.token === "string" ? found : null;
  } catch {
    return null;
  }
}
