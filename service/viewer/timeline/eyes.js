/** Through whose eyes a match may be seen: the page asks for nothing else. */

/**
 * @typedef {import("../types.d.ts").MatchSummary} MatchSummary
 * @typedef {import("../types.d.ts").Player} Player
 */

/** The seat of a player, null for somebody who looks on.
 * @param {MatchSummary} summary
 * @param {Player | null} somebody
 * @returns {number | null}
 */
export const ownSeat = (summary, somebody) => summary.seats.find((seat) => seat.player !== undefined && seat.player === somebody?.player)?.seat ?? null;

/** All viewers that somebody may be: seats first, then "spectator", then "referee".
 * @param {MatchSummary} summary
 * @param {Player | null} somebody
 * @returns {string[]}
 */
export function eyes(summary, somebody) {
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

/** Whether a finished match is open to somebody: one that is held is not.
 * @param {MatchSummary} summary
 * @param {number | null} own
 * @param {boolean} judges
 */
const isOpen = (summary, own, judges) => !summary.held && (summary.disclosure === "everyone" || own !== null || judges);

/** Whose eyes one looks through when nobody else's are wanted, or may be: the own seat's, else a spectator's.
 * @param {MatchSummary} summary
 * @param {Player | null} somebody
 * @param {string | null} [wanted]
 * @returns {string}
 */
export function usualEyes(summary, somebody, wanted = null) {
  if (wanted !== null && eyes(summary, somebody).includes(wanted)) return wanted;
  const own = ownSeat(summary, somebody);
  return own === null ? "spectator" : String(own);
}

/** The viewer before or after one, round and round.
 * @param {readonly string[]} viewers
 * @param {string} viewer
 * @param {1 | -1} by
 * @returns {string}
 */
export const beside = (viewers, viewer, by) => viewers[(viewers.indexOf(viewer) + by + viewers.length) % viewers.length] ?? viewer;

/** The seat that a viewer is, null for one that is none.
 * @param {string} viewer
 * @returns {number | null}
 */
export const seatOf = (viewer) => (/^\d+$/.test(viewer) ? Number(viewer) : null);

/** Whether a look leaves an entry in the log, so that the reader is asked first.
 * @param {Pick<MatchSummary, "status" | "held">} summary
 * @param {string} viewer
 * @returns {boolean}
 */
export const leavesEntry = (summary, viewer) => viewer === "referee" && (summary.status === "running" || Boolean(summary.held));
