/** The viewers whose view of a match the user may see. The page requests no others. */

/**
 * @typedef {import("../types.d.ts").MatchSummary} MatchSummary
 * @typedef {import("../types.d.ts").Player} Player
 */

/** Returns the seat of a player, or null for a spectator.
 * @param {MatchSummary} summary
 * @param {Player | null} somebody
 * @returns {number | null}
 */
export const ownSeat = (summary, somebody) => summary.seats.find((seat) => seat.player !== undefined && seat.player === somebody?.player)?.seat ?? null;

/** Lists the viewers that a user may choose: seats first, then "spectator", then "referee".
 * @param {MatchSummary} summary
 * @param {Player | null} somebody
 * @returns {string[]}
 */
export function allowedViewers(summary, somebody) {
  const own = ownSeat(summary, somebody);
  const judges = somebody?.scopes?.includes("referee") ?? false;
  if (summary.status === "finished" && isOpen(summary, own, judges)) {
    return [...summary.seats.map((seat) => String(seat.seat)), "spectator", "referee"];
  }
  const allowed = own === null ? [] : [String(own)];
  if (own === null || summary.status !== "running") allowed.push("spectator");
  if (own === null && judges) allowed.push("referee");
  return allowed;
}

/** Returns whether a finished match is disclosed to the user. A withheld match is not.
 * @param {MatchSummary} summary
 * @param {number | null} own
 * @param {boolean} judges
 */
const isOpen = (summary, own, judges) => !summary.held && (summary.disclosure === "everyone" || own !== null || judges);

/** Returns the wanted viewer if it is allowed, otherwise the player's seat, otherwise the spectator.
 * @param {MatchSummary} summary
 * @param {Player | null} somebody
 * @param {string | null} [wanted]
 * @returns {string}
 */
export function chooseViewer(summary, somebody, wanted = null) {
  if (wanted !== null && allowedViewers(summary, somebody).includes(wanted)) return wanted;
  const own = ownSeat(summary, somebody);
  return own === null ? "spectator" : String(own);
}

/** Returns the next or previous viewer in the list, wrapping around.
 * @param {readonly string[]} viewers
 * @param {string} viewer
 * @param {1 | -1} by
 * @returns {string}
 */
export const adjacentViewer = (viewers, viewer, by) => viewers[(viewers.indexOf(viewer) + by + viewers.length) % viewers.length] ?? viewer;

/** Returns the seat number of a viewer, or null for other viewers.
 * @param {string} viewer
 * @returns {number | null}
 */
export const seatOf = (viewer) => (/^\d+$/.test(viewer) ? Number(viewer) : null);

/** Returns whether viewing adds an entry to the log; if so, the user is asked first.
 * @param {Pick<MatchSummary, "status" | "held">} summary
 * @param {string} viewer
 * @returns {boolean}
 */
export const isLogged = (summary, viewer) => viewer === "referee" && (summary.status === "running" || Boolean(summary.held));
