/** Entering a tournament. */

import { entropyFor } from "../../api/api.js";
import { player } from "../../api/player.js";
import { postChange } from "./summary.js";

/** @typedef {import("../../types.d.ts").TournamentSummary} TournamentSummary */

/** Returns whether the user may still enter the tournament.
 * @param {TournamentSummary} card
 * @returns {boolean}
 */
export const isOpen = (card) => card.phase === "registration" || (card.yours.organiser && card.phase === "ready");

/** @param {Pick<TournamentSummary, "phase">} card */
export const isOver = (card) => card.phase === "finished" || card.phase === "cancelled";

/** @param {Pick<import("../../types.d.ts").EntrantLine, "presence">} one */
export const isThere = (one) => one.presence === "registered" || one.presence === "checked-in";

/** Enters this browser's player in a tournament, and adds random bytes from this browser.
 * @param {TournamentSummary} card
 * @param {string} [club]
 */
export async function takePart(card, club = "") {
  if (!player()) throw new Error("nobody is signed in");
  return postChange(card.id, "entrants", { t: "me", club, entropy: entropyFor(card.id) });
}

/** Adds random bytes from this browser for a player whom an organiser entered.
 * @param {TournamentSummary} card
 */
export const addEntropy = (card) => postChange(card.id, `entrants/${card.yours.entrant}/entropy`, { entropy: entropyFor(card.id) });
