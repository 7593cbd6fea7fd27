/** Whose eyes a reader may look through. */

/** @typedef {import("../types.d.ts").MatchCard} MatchCard */

/** The viewers that the service would not refuse, in the order of the seats.
 * @param {Pick<MatchCard, "status" | "disclosure" | "seats">} card
 * @param {{player: string, scopes?: string[]} | null} somebody
 * @returns {string[]} seat numbers, "spectator", "referee"
 */
export function allowed(card, somebody) {
  const own = card.seats.find((seat) => seat.player !== undefined && seat.player === somebody?.player);
  const referee = somebody?.scopes?.includes("referee") ?? false;
  if (card.status === "finished" && (card.disclosure === "everyone" || own || referee)) {
    return [...card.seats.map((seat) => String(seat.seat)), "spectator", "referee"];
  }
  if (card.status === "finished") return ["spectator"];
  if (own) return card.status === "open" ? [String(own.seat), "spectator"] : [String(own.seat)];
  return referee ? ["spectator", "referee"] : ["spectator"];
}

/** Whether a look leaves an entry in the log, so that the reader is asked first.
 * @param {Pick<MatchCard, "status">} card
 * @param {string} viewer
 * @returns {boolean}
 */
export const leavesEntry = (card, viewer) => viewer === "referee" && card.status === "running";

/** The viewer before or after one, round and round.
 * @param {readonly string[]} viewers
 * @param {string} viewer
 * @param {1 | -1} by
 * @returns {string}
 */
export const beside = (viewers, viewer, by) => viewers[(viewers.indexOf(viewer) + by + viewers.length) % viewers.length] ?? viewer;
