/** What the others did since a player's last turn, and what the player lost. */

import { turnStart } from "./steps.js";

/** @typedef {{from: number, to: number}} Stretch the first and the last version of a stretch of lines */

/** Returns what the others did after a player's last turn, up to the cursor or the start of the player's current turn.
 * It is null before the player's first turn, and in games in which all seats act at the same time.
 * @param {import("./steps.js").Lines} lines
 * @param {Pick<import("../types.d.ts").Game, "turn">} game
 * @param {number} at
 * @param {number} seat
 * @returns {Stretch | null}
 */
export function sinceLastTurn(lines, game, at, seat) {
  let from = null;
  let to = at;
  for (let start = turnStart(lines, game, at); start !== null; start = turnStart(lines, game, start - 1)) {
    const isOwn = lines.line(start)?.seat === seat;
    if (isOwn && from !== null) return { from, to };
    if (isOwn) to = start - 1;
    else from = start;
  }
  return null;
}

/** Returns how much a seat lost in a stretch, by the kind of what it lost.
 * @param {{view(version: number): any}} seen
 * @param {Stretch} stretch
 * @param {number} seat
 * @param {(seatView: any) => Record<string, any>} losable returns what a seat can lose: a number, a list, or an object with one key for each thing
 * @returns {{total: Record<string, number>, versions: Set<number>}} `versions` are those at which the seat lost something
 */
export function lossesIn(seen, { from, to }, seat, losable) {
  /** @type {Record<string, number>} */
  const total = {};
  const versions = new Set();
  for (let version = from; version <= to; version += 1) {
    const [before, after] = [version - 1, version].map((at) => losable(seen.view(at).seats[seat]));
    for (const name of Object.keys(before)) {
      const lost = countOf(before[name]) - countOf(after[name]);
      if (lost <= 0) continue;
      total[name] = (total[name] ?? 0) + lost;
      versions.add(version);
    }
  }
  return { total, versions };
}

/** @param {any} some */
const countOf = (some) => (typeof some === "number" ? some : Object.keys(some ?? {}).length);
