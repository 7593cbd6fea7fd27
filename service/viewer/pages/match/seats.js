/** The seats as the page shows them, and the question that the user's seat is asked. */

import { personName } from "../../ui/seat_name.js";
import { botName, entrantBotName } from "../../ui/bots.js";
import { t } from "../../words/words.js";

/**
 * @typedef {import("../../types.d.ts").SeatInfo} SeatInfo
 * @typedef {import("../../types.d.ts").Ask} Ask
 * @typedef {import("../../timeline/match.js").Match} Match
 */

/** Returns the seats with names, bots, and who has to act.
 * @param {Match} match
 * @returns {SeatInfo[]}
 */
export function seatsOf(match) {
  const own = match.own;
  const entrants = match.summary.event?.entrants;
  const bot = (/** @type {import("../../types.d.ts").SeatLine} */ { bot: level = "", seat }) => (entrants ? entrantBotName(level, entrants[seat] ?? 0) : botName(level, seat));
  return match.summary.seats.map((seat) => ({
    seat: seat.seat,
    name: seat.bot && !seat.name ? bot(seat) : seat.player ? personName({ ...seat, bot: false }) : t("common.open_seat"),
    bot: seat.bot ?? null,
    mine: seat.seat === own,
    waiting: seat.waiting ?? false,
    player: seat.player,
    former: seat.former?.map((one) => ({ ...one, name: personName(one) })),
  }));
}

/** Returns whether a seat can still act: the match is running, and the seat has neither forfeited nor been taken over by a bot.
 * @param {Match} match
 * @param {number | null} seat
 * @returns {seat is number}
 */
export function stillPlays(match, seat) {
  const line = seat === null ? undefined : match.summary.seats[seat];
  return match.summary.status === "running" && line !== undefined && !line.forfeited && !line.bot;
}

/** Returns the question to the user's seat, or null unless the cursor is at the view that the question belongs to.
 * @param {Match} match
 * @returns {Ask | null}
 */
export function askOf(match) {
  const asked = match.question;
  if (!asked || !stillPlays(match, match.own)) return null;
  return {
    prompts: asked.prompts,
    options: asked.options,
    forms: asked.forms ?? [],
    preview: (command, signal) => (match.isBehind ? null : match.requests.preview(command, signal)),
    why: match.requests.why,
    send: (command, prompt) => match.requests.send(command, prompt),
    busy: match.requests.busy || (match.summary.paused ?? false),
    problem: match.requests.problem,
  };
}
