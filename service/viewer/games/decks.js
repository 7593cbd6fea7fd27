/** The contents of a game's deck lists, for the page that builds them. A game with lists has a `deck.js` in its folder. */

import { read } from "../api/api.js";

/** @typedef {import("../types.d.ts").DeckBox} DeckBox */

/** Returns what a game's deck lists contain, in a language.
 * @param {string} name
 * @param {string} language
 * @returns {Promise<DeckBox>}
 */
export async function deckBox(name, language) {
  if (!/^[a-z][a-z_]*$/.test(name)) throw new Error("no such game");
  const [{ deckOf }, { components }] = await Promise.all([import(`./${name}/deck.js`), read(`/games/${name}`, { language })]);
  return deckOf(components, language);
}
