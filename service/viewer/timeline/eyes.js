/** Through whose eyes a match may be seen: the page asks for nothing else. */

/**
 * @typedef {import("../types.d.ts").MatchCard} MatchCard
 * @typedef {import("../types.d.ts").Player} Player
 */

/** The seat of a player, null for somebody who looks on.
 * @param {MatchCard} card
 * @param {Player | null} somebody
 * @returns {number | null}
 */
export const seatOf = (card, somebody) => card.seats.find((seat) => seat.player !== undefined && seat.player === somebody?.player)?.seat ?? null;

/** All viewers that somebody may be: seats first, then "spectator", then "referee".
 * @param {MatchCard} card
 * @param {Player | null} somebody
 * @returns {string[]}
 */
export function eyes(card, somebody) {
  const own = seatOf(card, somebody);
  const judges = somebody?.scopes?.includes("referee") ?? false;
  if (card.status === "finished" && (card.disclosure === "everyone" || own !== null || judges)) {
    return [...card.seats.map((seat) => String(seat.seat)), "spectator", "referee"];
  }
  const allowed = own === null ? [] : [String(own)];
  if (own === null || card.status !== "running") allowed.push("spectator");
  if (own === null && judges) allowed.push("referee");
  return allowed;
}

/** Whose eyes one looks through when nobody else's are wanted, or may be: the own seat's, else a spectator's.
 * @param {MatchCard} card
 * @param {Player | null} somebody
 * @param {string | null} [wanted]
 * @returns {string}
 */
export function usualEyes(card, somebody, wanted = null) {
  if (wanted !== null && eyes(card, somebody).includes(wanted)) return wanted;
  const own = seatOf(card, somebody);
  return own === null ? "spectator" : String(own);
}
