/** The sections of a tournament's page, and the section that the address names. */

import { html, useEffect, useState } from "../../dom.js";
import { t } from "../../words/words.js";

const SECTIONS = /** @type {const} */ (["about", "entrants", "rounds", "standings", "lists", "desk"]);

/** @typedef {{section: typeof SECTIONS[number], round: number, table: number, list: number}} Shown the section in the address: "#rounds/3/2" is a table of a round, "#lists/5" the list of an entrant */

/** Parses the fragment of an address.
 * @param {string} hash
 * @param {Shown["section"]} usual the section if the fragment names none
 * @returns {Shown}
 */
export function parseHash(hash, usual) {
  const [name, first, second] = hash.replace(/^#/, "").split("/");
  const section = SECTIONS.find((one) => one === name) ?? usual;
  const number = Number(first) || 0;
  return section === "lists" ? { section, round: 0, table: 0, list: number } : { section, round: number, table: Number(second) || 0, list: 0 };
}

/** Returns the section in the address, and redraws when it changes.
 * @param {Shown["section"]} usual the section if the address names none
 * @returns {Shown}
 */
export function useShown(usual) {
  const [hash, setHash] = useState(location.hash);
  const [first] = useState(usual); // it does not change under the reader
  useEffect(() => {
    const onHashChange = () => setHash(location.hash);
    addEventListener("hashchange", onHashChange);
    return () => removeEventListener("hashchange", onHashChange);
  }, []);
  return parseHash(hash, first);
}

/** Links to the sections.
 * @param {{shown: Shown, staff: boolean, lists: boolean}} props
 */
export function Sections({ shown, staff, lists }) {
  const there = SECTIONS.filter((one) => (one !== "desk" || staff) && (one !== "lists" || lists));
  return html`<nav class="tn-sections" aria-label=${t("tournament.sections")}>
    <ul>${there.map((one) => html`<li key=${one}><a href=${`#${one}`} aria-current=${one === shown.section ? "page" : null}>${t(`tournament.section.${one}`)}</a></li>`)}</ul>
  </nav>`;
}
