/** What a game and a bot's level are called, without opening the game's box. */

import { t } from "../words/words.js";

/** @param {string} game @returns {string} */
export const gameName = (game) => named(`common.game.${game}`, game);

/** @param {string} level @returns {string} */
export const levelName = (level) => named(`common.level.${level}`, level);

/** @param {string} key @param {string} name */
function named(key, name) {
  const words = t(key);
  return words === key ? spoken(name) : words;
}

/** A name of a program as words: `max_points` and `MaxPoints` are "Max points".
 * @param {any} name
 * @returns {string}
 */
export function spoken(name) {
  const words = String(name).replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2").replaceAll(/[_-]+/g, " ").trim().toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
