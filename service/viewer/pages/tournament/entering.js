/** Entering: who may take part in a tournament, who does, and how one's own player enters. */

import { entropyFor } from "../../api/api.js";
import { player } from "../../api/player.js";
import { change } from "./card.js";

/** @typedef {import("../../types.d.ts").TournamentSummary} TournamentSummary */

/** Whether somebody may still enter by themselves.
 * @param {TournamentSummary} card
 * @returns {boolean}
 */
export const isOpen = (card) => card.phase === "registration" || (card.yours.organiser && !isOver(card) && card.phase !== "running");

/** @param {TournamentSummary} card */
export const isOver = (card) => card.phase === "finished" || card.phase === "cancelled";

/** @param {import("../../types.d.ts").EntrantLine} one */
export const isThere = (one) => one.presence === "registered" || one.presence === "checked-in";

/** Enters the player of this browser, with randomness of this browser.
 * @param {TournamentSummary} card
 * @param {string} [club]
 */
export async function takePart(card, club = "") {
  if (!player()) throw new Error("nobody is signed in");
  return change(card.id, "entrants", { t: "me", club, entropy: entropyFor(card.id) });
}
