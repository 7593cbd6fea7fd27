/** Requests that open matches, challenges and seeks. */

import { entropyFor, newKey, post } from "../api/api.js";
import { guestName, ensurePlayer } from "../account/people.js";
import { planBots } from "../ui/bots.js";
import { takeSeat } from "../account/take_seat.js";

/**
 * @typedef {import("../types.d.ts").GameLine} GameLine
 * @typedef {{game: string, seats: SeatWish[], options: any, disclosure: string, clock?: Record<string, any> | null, bots_welcome?: boolean, private?: boolean}} MatchWish
 * @typedef {{who: "me" | "open" | "bot" | "rival", level?: string}} SeatWish
 */

/** The options with which a newcomer begins, where they differ from a game's defaults: the fewest rules. @type {Record<string, any>} */
export const FIRST = { catan_cards: { mode: "base" } };

/** Fills all seats of a game with bots, alternating between levels from the strongest down.
 * @param {GameLine} game
 * @returns {SeatWish[]}
 */
function botTable(game) {
  const levels = [...game.bots].reverse();
  return Array.from({ length: Math.max(...game.seats) }, (_, seat) => ({ who: /** @type {"bot"} */ ("bot"), level: levels[seat % levels.length] }));
}

/** Opens a match between bots. A visitor without an account gets a guest name.
 * @param {GameLine} game
 * @param {(number: number) => string} named
 * @returns {Promise<string>} the id of the match
 */
export async function watchBots(game, named) {
  await ensurePlayer(guestName(named));
  return openMatch({ game: game.game, seats: botTable(game), options: {}, disclosure: "everyone" }, newKey());
}

/** Opens the tutorial of a game. A visitor without an account gets a guest name.
 * @param {GameLine} game
 * @param {(number: number) => string} named
 * @returns {Promise<string>} the id of the match
 */
export async function openTutorial(game, named) {
  await ensurePlayer(guestName(named));
  return (await post(`/tutorials/${game.game}`, undefined, { key: newKey() })).id;
}

/** Opens a match. The user takes a seat only afterwards, so the service commits to its secret before it gets this browser's random bytes.
 * @param {MatchWish} wish
 * @param {string} key the idempotency key: the same if the user repeats the same request
 * @returns {Promise<string>} the id of the match
 */
export async function openMatch(wish, key) {
  const seats = wish.seats.map((seat) => (seat.who === "bot" ? { t: "bot", level: seat.level } : { t: "open" }));
  const { game, options, disclosure, clock, bots_welcome } = wish;
  const summary = await post("/matches", { game, seats, options, disclosure, bots_welcome, ...(wish.private && { private: true }), ...(clock && { clock }) }, { key });
  const own = wish.seats.findIndex((seat) => seat.who === "me");
  if (own >= 0 && summary.status === "open") await takeSeat(summary.id, own).catch(() => null);
  return summary.id;
}

/** Challenges a player to a match. This browser's random bytes are sent now, before the service creates its secret.
 * @param {MatchWish} wish
 * @param {string} rival the player to challenge
 * @param {string} key the idempotency key: the same if the user repeats the same request
 * @returns {Promise<string>} the id of the challenge
 */
export async function sendChallenge(wish, rival, key) {
  const kinds = { me: { t: "mine" }, open: { t: "open" }, rival: { t: "player", player: rival } };
  const seats = wish.seats.map((seat) => (seat.who === "bot" ? { t: "bot", level: seat.level } : kinds[seat.who]));
  const { game, options, disclosure, clock, bots_welcome } = wish;
  return (await post("/challenges", { game, seats, options, disclosure, bots_welcome, entropy: entropyFor(key), ...(clock && { clock }) }, { key })).id;
}

/** Accepts a challenge, and adds random bytes from this browser.
 * @param {string} challenge the id of the challenge
 * @returns {Promise<string>} the id of the match
 */
export const acceptChallenge = async (challenge) => (await post(`/challenges/${challenge}/acceptance`, { entropy: entropyFor(challenge) })).match;

/** Looks for partners for a game, with the fewest rules. If nobody comes in time, the waiting page gives the free seats to bots. A visitor without an account gets a guest name.
 * @param {GameLine} game
 * @param {string} wait seconds until then; never if empty
 * @param {(number: number) => string} named
 * @returns {Promise<string>} the id of the match to wait at, or to play
 */
export async function seekPartners(game, wait, named) {
  await ensurePlayer(guestName(named));
  const seats = Array.from({ length: Math.min(3, Math.max(...game.seats)) }, () => ({ who: /** @type {"open"} */ ("open") }));
  const match = await sendSeek({ game: game.game, seats, options: FIRST[game.game] ?? {}, bots_welcome: true }, newKey());
  planBots(match, wait === "" ? null : Date.now() + 1000 * Number(wait));
  return match;
}

/** Seeks players for the same game and options, and adds random bytes from this browser.
 * @param {Omit<MatchWish, "disclosure">} wish
 * @param {string} key the idempotency key: the same if the user repeats the same request
 * @returns {Promise<string>} the id of the match to wait at, or to play
 */
export async function sendSeek({ game, seats, options, clock, bots_welcome }, key) {
  return (await post("/seeks", { game, seats: seats.length, options, bots_welcome, entropy: entropyFor(key), ...(clock && { clock }) }, { key })).match;
}
