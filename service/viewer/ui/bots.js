/** Names of bots, and when they join. Every bot at a table has a different name, whatever its level. */

import { readSetting, saveSetting } from "./settings.js";
import { t } from "../words/words.js";
import { levelName } from "./game_name.js";

/** First names by level and seat, the same in all languages. @type {Record<string, string[]>} */
const NAMES = {
  random: ["Emil", "Flora", "Gustav", "Hanna"],
  greedy: ["Agnes", "Bruno", "Clara", "Dirk"],
  careful: ["Ida", "Jakob", "Klara", "Linus"],
  strong: ["Martha", "Nils", "Olga", "Peer"],
};
/** The level that a page chooses if the user does not. */
const USUAL = "careful";

/** Returns the level of bot that a page chooses for a new opponent; undefined if the game has no bots.
 * @param {string[]} levels
 * @returns {string | undefined}
 */
export const usualLevel = (levels) => (levels.includes(USUAL) ? USUAL : levels.at(-1));

/** Returns the name of a bot with the given level at the given seat.
 * @param {string} level
 * @param {number} seat
 * @returns {string}
 */
export function botName(level, seat) {
  const names = NAMES[level];
  return names ? t("common.bot.named", { name: names[seat % names.length] }) : t("common.bot", { level: levelName(level) });
}

/** Returns the name of a bot in a tournament, by its number among the entrants.
 * @param {string} level
 * @param {number} number
 * @returns {string}
 */
export const entrantBotName = (level, number) => t("common.bot.number", { number, level: levelName(level) });

const PLANNED = "bots_at";

/** Plans when bots take the free seats of a match where the player waits. Without a moment, they stay free.
 * @param {string} match
 * @param {number | null} at milliseconds since 1970
 */
export const planBots = (match, at) => saveSetting(PLANNED, at === null ? null : { match, at });

/** Returns when bots take the free seats of a match, in milliseconds since 1970, or null.
 * @param {string} match
 * @returns {number | null}
 */
export function botsAt(match) {
  const known = readSetting(PLANNED, /** @type {{match: string, at: number} | null} */ (null));
  return known?.match === match ? known.at : null;
}
