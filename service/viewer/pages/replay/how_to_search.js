/** Searching what is told of a game: sections by their words, cards by their names, those they are known by elsewhere too. */

import { plain } from "./rows.js";

/**
 * @typedef {import("../../types.d.ts").Told} Section
 * @typedef {{id: string, name: string, also: string, text: string}} Named
 */

/** The sections that hold every word that is looked for.
 * @param {readonly Section[]} sections
 * @param {string} wanted
 * @returns {Section[]}
 */
export function found(sections, wanted) {
  const words = plain(wanted).split(/\s+/).filter(Boolean);
  return sections.filter(({ title, text, rules }) => {
    const all = plain([title, ...text, ...rules].join(" "));
    return words.every((word) => all.includes(word));
  });
}

/** The cards and levels that go by a name, at this table or elsewhere.
 * @param {Record<string, Record<string, string>>} names by kind and id
 * @param {string} wanted
 * @returns {Named[]}
 */
export function named(names, wanted) {
  const part = plain(wanted.trim());
  const { card = {}, event = {}, level = {}, also = {} } = names;
  const texts = { ...names.card_texts, ...names.event_texts };
  return Object.entries({ ...card, ...event, ...level })
    .map(([id, name]) => ({ id, name, also: also[id] ?? "", text: texts[id] ?? "" }))
    .filter((one) => plain(one.name).includes(part) || plain(one.also).includes(part));
}
