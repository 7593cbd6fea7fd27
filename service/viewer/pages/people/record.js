/** The record of a player by game, from the loaded matches. */

/**
 * @typedef {import("../../types.d.ts").MatchLine} MatchLine
 * @typedef {{id: string, place: number, seats: number}} Outcome
 * @typedef {{game: string, played: number, won: number, course: Outcome[]}} Record
 */

/** Number of recent matches in the chart. */
const COURSE = 40;

/** Groups a player's finished matches by game, with the most played game first. A game's course runs from the oldest match to the newest. Forks do not count.
 * @param {readonly MatchLine[]} lines newest first
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

/** Returns the player's seat in a match.
 * @param {readonly import("../../types.d.ts").SeatLine[]} seats
 * @param {string} player
 */
export const ownSeat = (seats, player) => seats.find((seat) => seat.player === player);

/** Returns the relative height of an outcome: 1 for a win, down to 1/4 for the last of four.
 * @param {Outcome} outcome
 */
export const height = ({ place, seats }) => (seats - place + 1) / seats;
