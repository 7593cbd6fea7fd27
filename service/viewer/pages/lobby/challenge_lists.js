/** Selects challenges. */

/** @typedef {import("../../types.d.ts").Challenge} Challenge */

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
