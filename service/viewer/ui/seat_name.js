/** What whoever sits at a seat is called, wherever matches are listed. */

import { t } from "../words/words.js";
import { botName } from "./bots.js";

/** The name of who sits there.
 * @param {import("../types.d.ts").SeatLine} seat
 * @returns {string}
 */
export function seatName(seat) {
  if (seat.bot) return botName(seat.bot, seat.seat);
  return seat.player ? personName(seat) : t("common.open_seat");
}

/** The name of a player; that of an account which a program plays says so.
 * @param {{name?: string | null, bot_account?: boolean, bot?: boolean | string | null}} one
 * @returns {string}
 */
export function personName(one) {
  const name = one.name ?? t("common.erased");
  return one.bot_account || one.bot === true ? t("common.bot.named", { name }) : name;
}
