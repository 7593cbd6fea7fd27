/** Names of games and of bot levels, without loading the game's module. */

import { t } from "../words/words.js";

/** @param {string} game @returns {string} */
export const gameName = (game) => translateName(`common.game.${game}`, game);

/** @param {string} level @returns {string} */
export const levelName = (level) => translateName(`common.level.${level}`, level);

/** @param {string} key @param {string} name */
function translateName(key, name) {
  const words = t(key);
  return words === key ? readableName(name) : words;
}

/** Turns an identifier into words: `max_points` and `MaxPoints` become "Max points".
 * @param {any} name
 * @returns {string}
 */
export function readableName(name) {
  const words = String(name).replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2").replaceAll(/[_-]+/g, " ").trim().toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
