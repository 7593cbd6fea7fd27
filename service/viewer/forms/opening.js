/** Opening matches: one for bots alone, and one as a form has it. */

import { entropyFor, newKey, post } from "../api/api.js";
import { guestName, playerNamed } from "../account/people.js";
import { sitDown } from "../account/sit_down.js";

/**
 * @typedef {import("../types.d.ts").GameLine} GameLine
 * @typedef {{game: string, seats: SeatWish[], options: any, disclosure: string, clock?: Record<string, any> | null, bots_welcome?: boolean}} MatchWish
 * @typedef {{who: "me" | "open" | "bot" | "rival", level?: string}} SeatWish
 */

/** Bots of every level in turn, for as many seats as the game has, the better ones first.
 * @param {GameLine} game
 * @returns {SeatWish[]}
 */
function botTable(game) {
  const levels = [...game.bots].reverse();
  return Array.from({ length: Math.max(...game.seats) }, (_, seat) => ({ who: /** @type {"bot"} */ ("bot"), level: levels[seat % levels.length] }));
}

/** Lets bots play, under the name of a guest when nobody is signed in.
 * @param {GameLine} game
 * @param {(number: number) => string} named
 * @returns {Promise<string>} the id of the match
 */
export async function watchBots(game, named) {
  await playerNamed(guestName(named));
  return opened({ game: game.game, seats: botTable(game), options: {}, disclosure: "everyone" }, newKey());
}

/** Opens a match. Who sits down here does so after the opening: the service's secret is then older than this browser's randomness.
 * @param {MatchWish} wish
 * @param {string} key the same for the same wish
 * @returns {Promise<string>} the id of the match
 */
export async function opened(wish, key) {
  const seats = wish.seats.map((seat) => (seat.who === "bot" ? { t: "bot", level: seat.level } : { t: "open" }));
  const { game, options, disclosure, clock, bots_welcome } = wish;
  const summary = await post("/matches", { game, seats, options, disclosure, bots_welcome, ...(clock && { clock }) }, { key });
  const own = wish.seats.findIndex((seat) => seat.who === "me");
  if (own >= 0 && summary.status === "open") await sitDown(summary.id, own).catch(() => null);
  return summary.id;
}

/** Challenges somebody to a match as a form has it, with randomness of this browser, which is older than the service's secret.
 * @param {MatchWish} wish
 * @param {string} rival the player
 * @param {string} key the same for the same wish
 * @returns {Promise<string>} the id of the challenge
 */
export async function challenged(wish, rival, key) {
  const kinds = { me: { t: "mine" }, open: { t: "open" }, rival: { t: "player", player: rival } };
  const seats = wish.seats.map((seat) => (seat.who === "bot" ? { t: "bot", level: seat.level } : kinds[seat.who]));
  const { game, options, disclosure, clock, bots_welcome } = wish;
  return (await post("/challenges", { game, seats, options, disclosure, bots_welcome, entropy: entropyFor(key), ...(clock && { clock }) }, { key })).id;
}

/** Accepts a challenge, with randomness of this browser.
 * @param {string} challenge its id
 * @returns {Promise<string>} the id of the match
 */
export const accepted = async (challenge) => (await post(`/challenges/${challenge}/acceptance`, { entropy: entropyFor(challenge) })).match;

/** Looks for others who want the same as a form has it, with randomness of this browser.
 * @param {Omit<MatchWish, "disclosure">} wish
 * @param {string} key the same for the same wish
 * @returns {Promise<string>} the id of the match at which to wait, or to play
 */
export async function sought({ game, seats, options, clock, bots_welcome }, key) {
  return (await post("/seeks", { game, seats: seats.length, options, bots_welcome, entropy: entropyFor(key), ...(clock && { clock }) }, { key })).match;
}
