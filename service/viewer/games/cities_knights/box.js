/** What lies in the box of Cities & Knights: the names of things, and which card a copy is of. */

import { language, t } from "../../words/words.js";

/** @typedef {{id: string, deck: string, timing: string, points: number, copies: string[]}} Card */

/** @type {WeakMap<any, Map<string, Card>>} */
const indexed = new WeakMap();

/** The name of something.
 * @param {any} components
 * @param {"kind" | "terrain" | "harbor" | "piece" | "track" | "level" | "card" | "card_texts" | "also"} kind
 * @param {string} id
 * @returns {string}
 */
export function named(components, kind, id) {
  const names = components.names;
  return names[language()]?.[kind]?.[id] ?? names.en?.[kind]?.[id] ?? id;
}

/** The card that a copy is of.
 * @param {any} components
 * @param {string} copy
 * @returns {Card}
 */
export function cardOf(components, copy) {
  let cards = indexed.get(components);
  if (!cards) {
    cards = new Map(components.cards.flatMap((/** @type {Card} */ card) => card.copies.map((id) => [id, card])));
    indexed.set(components, cards);
  }
  return cards.get(copy) ?? { id: copy, deck: copy.split(".")[0], timing: "", points: 0, copies: [copy] };
}

/** What a card or a level is also known as: as editions call it; empty where that is not told.
 * @param {any} components
 * @param {string} id of a card, or as "science.3"
 * @returns {string}
 */
export function alsoKnown(components, id) {
  const name = named(components, "also", id);
  return name === id ? "" : t("common.also", { name });
}

/** What a tooltip says of a card: its other names, and its text.
 * @param {any} components
 * @param {string} id
 * @returns {string}
 */
export const cardTip = (components, id) => [alsoKnown(components, id), named(components, "card_texts", id)].filter(Boolean).join(": ");

/** Counts of kinds in words: "2 ore, 1 wool".
 * @param {any} components
 * @param {Record<string, number>} counts
 * @returns {string}
 */
export const countsInWords = (components, counts) =>
  components.kinds.filter((/** @type {string} */ kind) => counts[kind]).map((/** @type {string} */ kind) => `${counts[kind]} ${named(components, "kind", kind)}`).join(", ");

/** The pieces of knights by level. */
export const KNIGHTS = ["", "basic_knight", "strong_knight", "mighty_knight"];

/** The strength that a seat's active knights bring against the barbarians.
 * @param {Record<string, {level: number, active?: boolean}>} [knights]
 * @returns {number}
 */
export const strength = (knights = {}) => Object.values(knights).reduce((sum, knight) => sum + (knight.active ? knight.level : 0), 0);
