/** Selects and sorts challenges and seeks. */

/**
 * @typedef {import("../../types.d.ts").Challenge} Challenge
 * @typedef {import("../../types.d.ts").OpenSeek} OpenSeek
 */

/** Reasons for declining a challenge. */
export const REASONS = ["not-now", "too-fast", "too-slow", "other-game", "other-options", "no-bots", "other"];

/** Splits the open challenges into those made to the user and those made by the user.
 * @param {Challenge[]} challenges
 * @param {string | null} me
 */
export function openOffers(challenges, me) {
  const open = challenges.filter((one) => one.state === "open");
  return { to: open.filter((one) => one.challenged === me), by: open.filter((one) => one.challenger === me) };
}

/** Sorts seeks: other players' tables before the user's.
 * @param {OpenSeek[]} seeks
 * @param {string | null} me
 * @returns {OpenSeek[]}
 */
export function sortSeeks(seeks, me) {
  const sits = (/** @type {OpenSeek} */ one) => one.waiting.some((somebody) => somebody.player === me);
  return [...seeks.filter((one) => !sits(one)), ...seeks.filter(sits)];
}
