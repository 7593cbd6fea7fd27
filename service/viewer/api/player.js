/** Who this browser plays as: the player and the token, kept in this browser only. */

import { useEffect, useState } from "../dom.js";

/** @typedef {import("../types.d.ts").Player} Player */

const KEPT = "chronik.player";
/** @type {Set<() => void>} */
const listeners = new Set();
let current = kept();
let lost = false;

/** The player of this browser, null for a guest.
 * @returns {Player | null}
 */
export const player = () => current;

/** Becomes a player, or a guest again with null; other tabs follow.
 * @param {Player | null} somebody
 */
export function become(somebody) {
  current = somebody;
  if (somebody) lost = false;
  try {
    if (somebody) localStorage.setItem(KEPT, JSON.stringify(somebody));
    else localStorage.removeItem(KEPT);
  } catch {
    // a browser that keeps nothing knows its player until it is closed
  }
  tell();
}

/** The service knows a token no longer: whoever plays by it here is a guest from now on, and is told so.
 * @param {string} token
 */
export function refused(token) {
  if (current?.token !== token) return;
  lost = true;
  become(null);
}

/** Whoever was told has understood. */
export function clearLoss() {
  lost = false;
  tell();
}

/** Draws a component again when the player changes.
 * @returns {Player | null}
 */
export const usePlayer = () => useHeard(() => current);

/** Whether this browser has just lost its player, because the token works no longer.
 * @returns {boolean}
 */
export const useLoss = () => useHeard(() => lost);

function tell() {
  for (const listener of listeners) listener();
}

/**
 * @template T
 * @param {() => T} now
 * @returns {T}
 */
function useHeard(now) {
  const [seen, setSeen] = useState(now);
  useEffect(() => {
    const heard = () => setSeen(now);
    heard();
    listeners.add(heard);
    return () => void listeners.delete(heard);
  }, []);
  return seen;
}

if (typeof window !== "undefined") {
  window.addEventListener("storage", (event) => {
    if (event.key !== KEPT) return;
    current = kept();
    tell();
  });
}

/** @returns {Player | null} */
function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT) ?? "null");
    return found && typeof found.token === "string" ? found : null;
  } catch {
    return null;
  }
}
