/** The contents of the box of Cities & Knights: the printed names, and the card of each copy. */

import { language, t } from "../../words/words.js";

/** @typedef {{id: string, deck: string, timing: string, points: number, copies: string[]}} Card */

/** @type {WeakMap<any, Map<string, Card>>} */
const indexed = new WeakMap();

/** Returns the printed name of a component.
 * @param {any} components
 * @param {"kind" | "terrain" | "harbor" | "piece" | "track" | "level" | "card" | "card_texts" | "also"} kind
 * @param {string} id
 * @returns {string}
 */
export function named(components, kind, id) {
  const names = components.names;
  return names[language()]?.[kind]?.[id] ?? names.en?.[kind]?.[id] ?? id;
}

/** Returns the printed progress card that a copy in a deck belongs to.
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

/** Returns the name that another edition gives to a card or a level; empty if there is none.
 * @param {any} components
 * @param {string} id of a card, or as "science.3"
 * @returns {string}
 */
export function alsoKnown(components, id) {
  const name = named(components, "also", id);
  return name === id ? "" : t("common.also", { name });
}

/** Returns the tooltip of a card: its other names and its text.
 * @param {any} components
 * @param {string} id
 * @returns {string}
 */
export const cardTip = (components, id) => [alsoKnown(components, id), named(components, "card_texts", id)].filter(Boolean).join(": ");

/** Returns counts of kinds as text: "2 ore, 1 wool".
 * @param {any} components
 * @param {Record<string, number>} counts
 * @returns {string}
 */
export const countsInWords = (components, counts) =>
  components.kinds.filter((/** @type {string} */ kind) => counts[kind]).map((/** @type {string} */ kind) => `${counts[kind]} ${named(components, "kind", kind)}`).join(", ");

/** The pieces of knights by level. */
export const KNIGHTS = ["", "basic_knight", "strong_knight", "mighty_knight"];

/** Returns the strength of a seat's active knights against the barbarians.
 * @param {Record<string, {level: number, active?: boolean}>} [knights]
 * @returns {number}
 */
export const strength = (knights = {}) => Object.values(knights).reduce((sum, knight) => sum + (knight.active ? knight.level : 0), 0);
