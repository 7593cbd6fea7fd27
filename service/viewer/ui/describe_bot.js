/** A bot with how it plays and how strong it is, where a player chooses one. */

import { t } from "../words/words.js";
import { botName } from "./bots.js";
import { STRENGTHS } from "./strengths.js";

/** Returns a bot's name, how strong the bots of its level are at a game, and how they play, as far as that is known.
 * @param {string} game
 * @param {string} level
 * @param {number} seat
 * @returns {string}
 */
export function describeBot(game, level, seat) {
  const key = `common.style.${level}`;
  const style = t(key);
  const strength = STRENGTHS[game]?.[level];
  const named = strength ? `${botName(level, seat)}, ${t("common.elo", { elo: strength[0], margin: strength[1] })}` : botName(level, seat);
  return style === key ? named : `${named}: ${style}`;
}
