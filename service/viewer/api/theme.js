/** Light or dark: what the reader's system says, unless the reader or the address says otherwise. */

import { useEffect, useState } from "../dom.js";

const KEPT = "chronik.theme";
/** @type {Set<() => void>} */
const listeners = new Set();
/** @type {string | null} what was chosen since the page was opened */
let now = null;

/** The theme that was chosen: "light", "dark", or "" for the system's.
 * @returns {string}
 */
function theme() {
  if (now !== null) return now;
  const asked = new URLSearchParams(location.search).get("theme");
  if (asked === "light" || asked === "dark") return asked;
  try {
    return localStorage.getItem(KEPT) ?? "";
  } catch {
    return "";
  }
}

/** Shows the page in the chosen theme. */
export function applyTheme() {
  const chosen = theme();
  if (chosen) document.documentElement.dataset.theme = chosen;
  else delete document.documentElement.dataset.theme;
}

/** Chooses a theme and keeps it in this browser.
 * @param {string} wanted
 */
export function chooseTheme(wanted) {
  now = wanted;
  try {
    if (wanted) localStorage.setItem(KEPT, wanted);
    else localStorage.removeItem(KEPT);
  } catch {
    // a browser that keeps nothing shows it until it is closed
  }
  applyTheme();
  for (const listener of listeners) listener();
}

/** Draws a component again when the theme changes.
 * @returns {string}
 */
export function useTheme() {
  const [seen, setSeen] = useState(theme);
  useEffect(() => {
    const heard = () => setSeen(theme());
    listeners.add(heard);
    return () => void listeners.delete(heard);
  }, []);
  return seen;
}
