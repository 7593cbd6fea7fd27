/** Names of players and bots in lists of matches. */

import { t } from "../words/words.js";
import { botName, entrantBotName } from "./bots.js";

/** Returns the name of the player or bot at a seat.
 * @param {import("../types.d.ts").SeatLine} seat
 * @returns {string}
 */
export function seatName(seat) {
  if (seat.bot && seat.entrant && !seat.player) return entrantBotName(seat.bot, seat.entrant);
  if (seat.bot) return botName(seat.bot, seat.seat);
  return seat.player ? personName(seat) : t("common.open_seat");
}

/** Returns a player's name, marked as a bot if a program plays for the account.
 * @param {{name?: string | null, bot_account?: boolean, bot?: boolean | string | null}} one
 * @returns {string}
 */
export function personName(one) {
  const name = one.name ?? t("common.erased");
  return one.bot_account || one.bot === true ? t("common.bot.named", { name }) : name;
}
