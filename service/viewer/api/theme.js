/** The theme, light or dark: the system's, unless the user or the address chooses one. */

import { useEffect, useState } from "../dom.js";
import { writeStored, readStored } from "../storage.js";

const KEY = "chronik.theme";
/** @type {Set<() => void>} */
const listeners = new Set();
/** @type {string | null} chosen since the page was opened */
let now = null;

/** Returns the chosen theme: "light", "dark", or "" for the system's.
 * @returns {string}
 */
function currentTheme() {
  if (now !== null) return now;
  const asked = new URLSearchParams(location.search).get("theme");
  if (asked === "light" || asked === "dark") return asked;
  return readStored(KEY) ?? "";
}

/** Applies the chosen theme to the page. */
export function applyTheme() {
  const chosen = currentTheme();
  if (chosen) document.documentElement.dataset.theme = chosen;
  else delete document.documentElement.dataset.theme;
}

/** Chooses a theme and saves it in this browser.
 * @param {string} wanted
 */
export function setTheme(wanted) {
  now = wanted;
  writeStored(KEY, wanted || null);
  applyTheme();
  for (const listener of listeners) listener();
}

/** Returns the theme, and redraws when it changes.
 * @returns {string}
 */
export function useTheme() {
  const [seen, setSeen] = useState(currentTheme);
  useEffect(() => {
    const onChange = () => setSeen(currentTheme());
    listeners.add(onChange);
    return () => void listeners.delete(onChange);
  }, []);
  return seen;
}
