/** The seats of a match as the page shows them, and what the own seat is asked. */

import { player } from "../service/player.js";
import { t } from "../words/words.js";

/**
 * @typedef {import("../types.d.ts").SeatInfo} SeatInfo
 * @typedef {import("../types.d.ts").Ask} Ask
 * @typedef {import("../timeline/match.js").Match} Match
 */

/** Who sits where: names of players, levels of bots, and whose answer is awaited.
 * @param {Match} match
 * @returns {SeatInfo[]}
 */
export function seatsOf(match) {
  const me = player()?.player;
  return match.card.seats.map((seat) => ({
    seat: seat.seat,
    name: seat.name ?? (seat.bot ? t("common.bot", { level: t(`common.level.${seat.bot}`) }) : seat.player ? t("common.erased") : t("common.open_seat")),
    bot: seat.bot ?? null,
    mine: seat.player !== undefined && seat.player === me,
    waiting: seat.waiting ?? false,
  }));
}

/** What the own seat is asked, where the page shows the live end; null elsewhere.
 * @param {Match} match
 * @returns {Ask | null}
 */
export function askOf(match) {
  const options = match.options;
  if (!options || !match.live || options.version !== match.last) return null;
  return {
    prompts: options.prompts,
    options: options.options,
    preview: (command) => match.preview(command),
    send: (command, prompt) => match.send(command, prompt),
    busy: false,
    problem: null,
  };
}
