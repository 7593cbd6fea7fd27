/** Who this browser plays as: the player and the token, kept in this browser only. */

import { useEffect, useState } from "../dom.js";

/** @typedef {import("../types.d.ts").Player} Player */

const KEPT = "chronik.player";
/** @type {Set<() => void>} */
const listeners = new Set();
let current = kept();

/** The player of this browser, null for a guest.
 * @returns {Player | null}
 */
export const player = () => current;

/** Becomes a player, or a guest again with null; other tabs follow.
 * @param {Player | null} somebody
 */
export function become(somebody) {
  current = somebody;
  try {
    if (somebody) localStorage.setItem(KEPT, JSON.stringify(somebody));
    else localStorage.removeItem(KEPT);
  } catch {
    // a browser that keeps nothing knows its player until it is closed
  }
  for (const listener of listeners) listener();
}

/** Draws a component again when the player changes.
 * @returns {Player | null}
 */
export function usePlayer() {
  const [seen, setSeen] = useState(current);
  useEffect(() => {
    const heard = () => setSeen(current);
    listeners.add(heard);
    return () => void listeners.delete(heard);
  }, []);
  return seen;
}

if (typeof window !== "undefined") {
  window.addEventListener("storage", (event) => {
    if (event.key !== KEPT) return;
    current = kept();
    for (const listener of listeners) listener();
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
