/** The lists of a game: what they are made of, for the page on which they are built. A game with lists has a `deck.js` in its folder. */

import { read } from "../api/api.js";

/** @typedef {import("../types.d.ts").DeckBox} DeckBox */

/** What the lists of a game are made of, in a language.
 * @param {string} name
 * @param {string} language
 * @returns {Promise<DeckBox>}
 */
export async function deckBox(name, language) {
  if (!/^[a-z][a-z_]*$/.test(name)) throw new Error("no such game");
  const [{ deckOf }, { components }] = await Promise.all([import(`./${name}/deck.js`), read(`/games/${name}`, { language })]);
  return deckOf(components, language);
}
