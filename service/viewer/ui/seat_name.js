/** What whoever sits at a seat is called, wherever matches are listed. */

import { t } from "../words/words.js";
import { levelName } from "./game_name.js";

/** The name of who sits there.
 * @param {import("../types.d.ts").SeatLine} seat
 * @returns {string}
 */
export function seatName(seat) {
  if (seat.bot) return t("common.bot", { level: levelName(seat.bot) });
  return seat.player ? (seat.name ?? t("common.erased")) : t("common.open_seat");
}
