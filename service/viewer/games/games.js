/** The games: each has a folder of its name with a `game.js`, and nothing outside knows more of it. */

import { styled } from "../chrome/lazy.js";
import { read } from "../service/api.js";
import { learn } from "../words/words.js";

/** @typedef {import("../types.d.ts").Game} Game */
/** @typedef {import("../types.d.ts").GameCard} GameCard */

/** @type {Map<string, Promise<{game: Game, box: GameCard}>>} */
const loaded = new Map();

/** A game with what lies in its box; loaded once.
 * @param {string} name
 * @returns {Promise<{game: Game, box: GameCard}>}
 */
export function load(name) {
  if (!/^[a-z][a-z_]*$/.test(name)) throw new Error("no such game");
  let wanted = loaded.get(name);
  if (!wanted) {
    wanted = opened(name);
    wanted.catch(() => loaded.delete(name));
    loaded.set(name, wanted);
  }
  return wanted;
}

/** @param {string} name */
async function opened(name) {
  const [{ game }, box] = await Promise.all([import(`./${name}/game.js`), read(`/games/${name}`)]);
  await Promise.all([learn(game.words), styled(new URL(`./${name}/${game.style}`, import.meta.url).href)]);
  return { game, box };
}
