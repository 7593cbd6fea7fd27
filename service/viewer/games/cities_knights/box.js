/** What lies in the box of Cities & Knights: the names of things, and which card a copy is of. */

import { language } from "../../words/words.js";

/** @typedef {{id: string, deck: string, timing: string, points: number, copies: string[]}} Card */

/** @type {WeakMap<any, Map<string, Card>>} */
const indexed = new WeakMap();

/** The name of something.
 * @param {any} components
 * @param {"kind" | "terrain" | "harbor" | "piece" | "track" | "level" | "card" | "card_texts"} kind
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
