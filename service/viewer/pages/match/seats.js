/** The seats of a match as the page shows them, and what the own seat is asked. */

import { personName } from "../../ui/seat_name.js";
import { botName } from "../../ui/bots.js";
import { t } from "../../words/words.js";

/**
 * @typedef {import("../../types.d.ts").SeatInfo} SeatInfo
 * @typedef {import("../../types.d.ts").Ask} Ask
 * @typedef {import("../../timeline/match.js").Match} Match
 */

/** Who sits where: names of players, levels of bots, and whose answer is awaited.
 * @param {Match} match
 * @returns {SeatInfo[]}
 */
export function seatsOf(match) {
  const own = match.own;
  return match.summary.seats.map((seat) => ({
    seat: seat.seat,
    name: seat.bot && !seat.name ? botName(seat.bot, seat.seat) : seat.player ? personName({ ...seat, bot: false }) : t("common.open_seat"),
    bot: seat.bot ?? null,
    mine: seat.seat === own,
    waiting: seat.waiting ?? false,
  }));
}

/** Whether a seat may still act: the match runs, the seat is not out, and no bot plays on for whoever sits there.
 * @param {Match} match
 * @param {number | null} seat
 * @returns {seat is number}
 */
export function stillPlays(match, seat) {
  const line = seat === null ? undefined : match.summary.seats[seat];
  return match.summary.status === "running" && line !== undefined && !line.forfeited && !line.bot;
}

/** What the own seat is asked, where the cursor shows the view that the question belongs to; null elsewhere.
 * @param {Match} match
 * @returns {Ask | null}
 */
export function askOf(match) {
  const asked = match.asked;
  if (!asked || !stillPlays(match, match.own)) return null;
  return {
    prompts: asked.prompts,
    options: asked.options,
    forms: asked.forms ?? [],
    preview: (command) => match.acting.preview(command),
    why: match.acting.why,
    send: (command, prompt) => match.acting.send(command, prompt),
    busy: match.acting.busy || (match.summary.paused ?? false),
    problem: match.acting.problem,
  };
}
