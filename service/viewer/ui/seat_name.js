/** What whoever sits at a seat is called, wherever matches are listed. */

import { t } from "../words/words.js";
import { botName } from "./bots.js";

/** The name of who sits there.
 * @param {import("../types.d.ts").SeatLine} seat
 * @returns {string}
 */
export function seatName(seat) {
  if (seat.bot) return botName(seat.bot, seat.seat);
  return seat.player ? (seat.name ?? t("common.erased")) : t("common.open_seat");
}
