/** What a player has done, game by game, as far as the matches are known. */

/**
 * @typedef {import("../../types.d.ts").MatchLine} MatchLine
 * @typedef {{id: string, place: number, seats: number}} Outcome
 * @typedef {{game: string, played: number, won: number, course: Outcome[]}} Record
 */

/** How many matches make a course. */
const COURSE = 40;

/** The finished matches of a player by game, those of most matches first; a course goes from the oldest match to the newest. What was gone on from another match does not count.
 * @param {readonly MatchLine[]} lines the newest first
 * @param {string} player
 * @returns {Record[]}
 */
export function recordOf(lines, player) {
  /** @type {Map<string, Outcome[]>} */
  const games = new Map();
  for (const { id, game, seats, result, origin } of lines) {
    const own = ownSeat(seats, player);
    if (!result || !own || origin) continue;
    const course = games.get(game) ?? [];
    games.set(game, course);
    course.push({ id, place: result.places[own.seat], seats: seats.length });
  }
  return [...games]
    .map(([game, all]) => ({ game, played: all.length, won: all.filter(({ place }) => place === 1).length, course: all.slice(0, COURSE).reverse() }))
    .sort((one, other) => other.played - one.played);
}

/** Where a player sits.
 * @param {readonly import("../../types.d.ts").SeatLine[]} seats
 * @param {string} player
 */
export const ownSeat = (seats, player) => seats.find((seat) => seat.player === player);

/** How high an outcome stands, from a fourth for the last of four to 1 for a win.
 * @param {Outcome} outcome
 */
export const height = ({ place, seats }) => (seats - place + 1) / seats;
