/** The regions of the board: each has a number for its colour and pattern, and a letter. */

import { language } from "../../words/words.js";
import { named } from "./effects.js";

/** @type {WeakMap<any, Record<string, Record<string, string>>>} */
const kept = new WeakMap();

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
  const known = kept.get(components) ?? {};
  kept.set(components, known);
  return (known[language()] ??= letters(components))[colour] ?? "?";
}

/** @param {any} components */
function letters(components) {
  const firsts = components.colours.map((/** @type {string} */ colour) => named(components, "colour", colour)[0].toUpperCase());
  const alike = new Set(firsts).size < firsts.length;
  return Object.fromEntries(components.colours.map((/** @type {string} */ colour, /** @type {number} */ i) => [colour, alike ? "ABCDEFGH"[i] : firsts[i]]));
}
