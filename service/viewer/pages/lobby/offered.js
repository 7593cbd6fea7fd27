/** Offered: which of the challenges are open, and in which order tables are shown at which people wait. */

/**
 * @typedef {import("../../types.d.ts").Challenge} Challenge
 * @typedef {import("../../types.d.ts").OpenSeek} OpenSeek
 */

/** Why a challenge can be declined. */
export const REASONS = ["not-now", "too-fast", "too-slow", "other-game", "other-options", "no-bots", "other"];

/** The open challenges to somebody, and those by them.
 * @param {Challenge[]} challenges
 * @param {string | null} me
 */
export function openOffers(challenges, me) {
  const open = challenges.filter((one) => one.state === "open");
  return { to: open.filter((one) => one.challenged === me), by: open.filter((one) => one.challenger === me) };
}

/** Tables at which others wait come before one's own.
 * @param {OpenSeek[]} seeks
 * @param {string | null} me
 * @returns {OpenSeek[]}
 */
export function others(seeks, me) {
  const sits = (/** @type {OpenSeek} */ one) => one.waiting.some((somebody) => somebody.player === me);
  return [...seeks.filter((one) => !sits(one)), ...seeks.filter(sits)];
}
