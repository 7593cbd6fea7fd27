/** What bots are called: at a table each has a name of its own, whatever its level. */

import { t } from "../words/words.js";
import { levelName } from "./game_name.js";

/** By level and seat; these are the same in every language. @type {Record<string, string[]>} */
const NAMES = { greedy: ["Agnes", "Bruno", "Clara", "Dirk"], random: ["Emil", "Flora", "Gustav", "Hanna"] };

/** The name of the bot of a level at a seat.
 * @param {string} level
 * @param {number} seat
 * @returns {string}
 */
export function botName(level, seat) {
  const names = NAMES[level];
  return names ? t("common.bot.named", { name: names[seat % names.length] }) : t("common.bot", { level: levelName(level) });
}

/** How the bots of a level play, in a line; nothing where nobody has put that into words.
 * @param {string} level
 * @returns {string}
 */
export function botStyle(level) {
  const key = `common.style.${level}`;
  const words = t(key);
  return words === key ? "" : words;
}
