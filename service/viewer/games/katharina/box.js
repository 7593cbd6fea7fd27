/** The contents of Katharina's box: its cards, the printed names, and the letters of the regions. */

import { language } from "../../words/words.js";

/** @type {WeakMap<any, Map<string, any>>} */
const indexed = new WeakMap();
/** @type {WeakMap<any, Record<string, Record<string, string>>>} */
const lettered = new WeakMap();

/** Returns the printed name of a component.
 * @param {any} components
 * @param {"game" | "colour" | "symbol" | "feature" | "city" | "action"} kind
 * @param {string} id
 * @returns {string}
 */
export function named(components, kind, id) {
  const names = components.names;
  return names[language()]?.[kind]?.[id] ?? names.en?.[kind]?.[id] ?? id;
}

/** Returns a card of the box by its id.
 * @param {any} components
 * @param {string} id
 * @returns {any}
 */
export function cardOf(components, id) {
  let cards = indexed.get(components);
  if (!cards) {
    cards = new Map(components.cards.map((/** @type {any} */ card) => [card.id, card]));
    indexed.set(components, cards);
  }
  return cards.get(id);
}

/** Returns the number of a region's colour, as used in class names.
 * @param {any} components
 * @param {string} colour
 * @returns {number}
 */
export const region = (components, colour) => components.colours.indexOf(colour) % 3;

/** Returns a region's letter in the reader's language: the first of its name, or A, B, C if two would be the same.
 * @param {any} components
 * @param {string} colour
 * @returns {string}
 */
export function letter(components, colour) {
  const known = lettered.get(components) ?? {};
  lettered.set(components, known);
  return (known[language()] ??= letters(components))[colour] ?? "?";
}

/** @param {any} components */
function letters(components) {
  const firsts = components.colours.map((/** @type {string} */ colour) => named(components, "colour", colour)[0].toUpperCase());
  const alike = new Set(firsts).size < firsts.length;
  return Object.fromEntries(components.colours.map((/** @type {string} */ colour, /** @type {number} */ i) => [colour, alike ? "ABCDEFGH"[i] : firsts[i]]));
}
