/** The parts of a tournament's page, and which of them the address names. */

import { html, useEffect, useState } from "../../dom.js";
import { t } from "../../words/words.js";

const SECTIONS = /** @type {const} */ (["about", "entrants", "rounds", "standings", "lists", "desk"]);

/** @typedef {{section: typeof SECTIONS[number], round: number, table: number, list: number}} Shown what the address names: "#rounds/3/2" is a table of a round, "#lists/5" the list of an entrant */

/** What an address asks for.
 * @param {string} hash
 * @returns {Shown}
 */
export function shownBy(hash) {
  const [name, first, second] = hash.replace(/^#/, "").split("/");
  const section = SECTIONS.find((one) => one === name) ?? "about";
  const number = Number(first) || 0;
  return section === "lists" ? { section, round: 0, table: 0, list: number } : { section, round: number, table: Number(second) || 0, list: 0 };
}

/** The part that is shown now, by the address.
 * @returns {Shown}
 */
export function useShown() {
  const [shown, setShown] = useState(() => shownBy(location.hash));
  useEffect(() => {
    const moved = () => setShown(shownBy(location.hash));
    addEventListener("hashchange", moved);
    return () => removeEventListener("hashchange", moved);
  }, []);
  return shown;
}

/** The way to each part.
 * @param {{shown: Shown, staff: boolean, lists: boolean}} props
 */
export function Sections({ shown, staff, lists }) {
  const there = SECTIONS.filter((one) => (one !== "desk" || staff) && (one !== "lists" || lists));
  return html`<nav class="tn-sections" aria-label=${t("tournament.sections")}>
    <ul>${there.map((one) => html`<li key=${one}><a href=${`#${one}`} aria-current=${one === shown.section ? "page" : null}>${t(`tournament.section.${one}`)}</a></li>`)}</ul>
  </nav>`;
}
