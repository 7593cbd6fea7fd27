/** Names of bots. Every bot at a table has a different name, whatever its level. */

import { t } from "../words/words.js";
import { levelName } from "./game_name.js";

/** First names by level and seat, the same in all languages. @type {Record<string, string[]>} */
const NAMES = { greedy: ["Agnes", "Bruno", "Clara", "Dirk"], random: ["Emil", "Flora", "Gustav", "Hanna"] };

/** Returns the name of a bot with the given level at the given seat.
 * @param {string} level
 * @param {number} seat
 * @returns {string}
 */
export function botName(level, seat) {
  const names = NAMES[level];
  return names ? t("common.bot.named", { name: names[seat % names.length] }) : t("common.bot", { level: levelName(level) });
}

/** Returns one line about how the bots of a level play, or "" if no text exists.
 * @param {string} level
 * @returns {string}
 */
export function botStyle(level) {
  const key = `common.style.${level}`;
  const words = t(key);
  return words === key ? "" : words;
}
