/** Searches a game's instructions: sections by their words, cards by their names in any edition. */

import { normalise } from "./rows.js";

/**
 * @typedef {import("../../types.d.ts").HowToSection} Section
 * @typedef {{id: string, name: string, also: string, text: string}} FoundCard
 */

/** Returns the sections that contain every search word.
 * @param {readonly Section[]} sections
 * @param {string} wanted
 * @returns {Section[]}
 */
export function filterSections(sections, wanted) {
  const words = normalise(wanted).split(/\s+/).filter(Boolean);
  return sections.filter(({ title, text, rules }) => {
    const all = normalise([title, ...text, ...rules].join(" "));
    return words.every((word) => all.includes(word));
  });
}

/** Returns the cards and levels with a matching name, which may be from another edition.
 * @param {Record<string, Record<string, string>>} names by kind and id
 * @param {string} wanted
 * @returns {FoundCard[]}
 */
export function findCards(names, wanted) {
  const part = normalise(wanted.trim());
  const { card = {}, event = {}, level = {}, also = {} } = names;
  const texts = { ...names.card_texts, ...names.event_texts };
  return Object.entries({ ...card, ...event, ...level })
    .map(([id, name]) => ({ id, name, also: also[id] ?? "", text: texts[id] ?? "" }))
    .filter((one) => normalise(one.name).includes(part) || normalise(one.also).includes(part));
}
