/** What a game and a bot's level are called, without opening the game's box. */

import { t } from "../words/words.js";
import { spoken } from "./schema.js";

/** @param {string} game @returns {string} */
export const gameName = (game) => named(`lobby.game.${game}`, game);

/** @param {string} level @returns {string} */
export const levelName = (level) => named(`common.level.${level}`, level);

/** @param {string} key @param {string} name */
function named(key, name) {
  const words = t(key);
  return words === key ? spoken(name) : words;
}
