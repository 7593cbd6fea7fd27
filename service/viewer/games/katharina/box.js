/** What lies in the box of Katharina: its cards, the names printed on things, and the regions' letters. */

import { language } from "../../words/words.js";

/** @type {WeakMap<any, Map<string, any>>} */
const indexed = new WeakMap();
/** @type {WeakMap<any, Record<string, Record<string, string>>>} */
const lettered = new WeakMap();

/** The name of something printed.
 * @param {any} components
 * @param {"game" | "colour" | "symbol" | "feature" | "city" | "action"} kind
 * @param {string} id
 * @returns {string}
 */
export function named(components, kind, id) {
  const names = components.names;
  return names[language()]?.[kind]?.[id] ?? names.en?.[kind]?.[id] ?? id;
}

/** A card of the box by its id.
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

/** The number of a region's colour: it stands in class names.
 * @param {any} components
 * @param {string} colour
 * @returns {number}
 */
export const region = (components, colour) => components.colours.indexOf(colour) % 3;

/** The letter of a region in the language of the reader: the first of its name, or A, B, C where two would be alike.
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
