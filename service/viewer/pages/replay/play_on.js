/** Plays on from a moment of a finished match: opens a new match, takes the user's seat in it, and goes there. */

import { guestName, ensurePlayer } from "../../account/people.js";
import { takeSeat } from "../../account/take_seat.js";
import { Problem, post } from "../../api/api.js";
import { errorText } from "../../ui/error_notice.js";
import { t } from "../../words/words.js";

/** @typedef {import("../../forms/requests.js").SeatWish} SeatWish */

/** Returns the request for a new match. What a seat, or a spectator, could not know is dealt again.
 * @param {number} at @param {number | null} eyes @param {readonly SeatWish[]} wishes
 */
export const forkRequest = (at, eyes, wishes) => ({
  at,
  as: eyes === null ? "spectator" : String(eyes),
  seats: wishes.map((one) => (one.who === "bot" ? { t: "bot", level: one.level } : { t: "open" })),
});

/** Returns seats of which the user has one, and bots the others.
 * @param {number} seats
 * @param {number} own
 * @param {string} level
 * @returns {SeatWish[]}
 */
export const seatsAgainstBots = (seats, own, level) => Array.from({ length: seats }, (_, seat) => (seat === own ? { who: "me" } : { who: "bot", level }));

/** Opens the new match, sits down if the user wants a seat, and goes to its table. The same key opens it only once.
 * @param {string} match @param {ReturnType<typeof forkRequest>} body @param {readonly SeatWish[]} wishes @param {string} key
 */
export async function playOn(match, body, wishes, key) {
  await ensurePlayer(guestName((number) => t("fork.guest_name", { number })));
  const { id, status } = await post(`/matches/${match}/forks`, body, { key });
  const mine = wishes.findIndex(({ who }) => who === "me");
  if (mine >= 0 && status === "open") await takeSeat(id, mine).catch(() => null);
  location.assign(`/matches/${id}`);
}

/** Returns the reason for which the match cannot be forked here, in words.
 * @param {unknown} error
 */
export function refusalText(error) {
  const code = error instanceof Problem ? `fork.refused.${error.code}` : "";
  const words = t(code);
  return words === code ? errorText(error) : words;
}
