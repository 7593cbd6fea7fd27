/** Light or dark: what the reader's system says, unless the reader or the address says otherwise. */

const KEPT = "chronik.theme";

/** The theme that was chosen: "light", "dark", or "" for the system's.
 * @returns {string}
 */
export function theme() {
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
  try {
    if (wanted) localStorage.setItem(KEPT, wanted);
    else localStorage.removeItem(KEPT);
  } catch {
    // a browser that keeps nothing shows it until it is closed
  }
  if (wanted) document.documentElement.dataset.theme = wanted;
  else delete document.documentElement.dataset.theme;
}
