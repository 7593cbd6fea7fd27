/** Finds the versions at which stepping stops: steps, turns, rounds and marks. Uninteresting lines are folded into the next step. */

/**
 * @typedef {import("../types.d.ts").Line} Line
 * @typedef {import("../types.d.ts").Game} Game
 * @typedef {{first: number, last: number, line(version: number): Line | null}} Lines
 * @typedef {{version: number, kind: string}} Mark
 * @typedef {{steps: number[], turns: number[], rounds: number[], marks: Mark[]}} Moments
 */

/** Lines that are common to all games, and their playback durations. */
const COMMON = /** @type {Record<string, number>} */ ({
  opened: 0,
  forked: 0,
  "seat-taken": 0,
  "seat-left": 0,
  started: 0,
  "undo-asked": 1,
  "undo-answered": 1,
  undone: 2,
  inspected: 1,
  "time-over": 1,
  "bot-took-over": 1,
  "seat-offered": 1,
  "seat-offer-answered": 1,
  "seat-opened": 0,
  "seat-changed": 2,
  forfeited: 1,
  resigned: 1,
  "match-paused": 1,
  "match-resumed": 1,
  extended: 1,
  "silence-passed": 1,
  ruled: 1,
  "called-off": 1,
  closed: 1,
});
const SEALED_DURATION = 0.7;

/** Returns whether a line is common to all games.
 * @param {Line} line
 * @returns {boolean}
 */
export const isCommonLine = (line) => Object.hasOwn(COMMON, line.key);

/** Returns the playback duration of a line, or 0 if it is folded into the next one.
 * @param {Line | null} line
 * @param {Pick<Game, "duration">} game
 * @returns {number}
 */
export const durationOf = (line, game) => (line === null ? 0 : isCommonLine(line) ? COMMON[line.key] : game.duration(line));

/** Returns how long the playback stays at a version.
 * @param {Line | null} line
 * @param {Pick<Game, "duration">} game
 * @returns {number}
 */
export const displayDuration = (line, game) => durationOf(line, game) || SEALED_DURATION;

/** Returns the slider mark of a line: one of the game's kinds, or "undo".
 * @param {Line} line
 * @param {Pick<Game, "mark">} game
 * @returns {string | null}
 */
export const markOf = (line, game) => (line.key === "undone" ? "undo" : isCommonLine(line) ? null : game.mark(line));

/** Finds the steps, turns, rounds and marks of a match. Simultaneous sealed choices form one step, which ends before the last choice; revealing them is the next step.
 * @param {Lines} lines
 * @param {Pick<Game, "duration" | "mark" | "turn" | "round">} game
 * @param {Set<number>} [skipped] versions to leave out
 * @returns {Moments}
 */
export function findMoments(lines, game, skipped = new Set()) {
  /** @type {Moments} */
  const found = { steps: [], turns: [], rounds: [], marks: [] };
  /** @type {number[]} consecutive sealed choices */
  let run = [];
  for (let version = lines.first; version <= lines.last; version += 1) {
    const line = lines.line(version);
    if (line === null || skipped.has(version)) continue;
    const sealing = isSealing(line, game);
    if (!sealing || (run.length > 0 && lines.line(run[0])?.key !== line.key)) {
      if (run.length > 1) found.steps.push(run[run.length - 2]);
      run = [];
    }
    if (sealing) run.push(version);
    else if (durationOf(line, game) > 0) found.steps.push(version);
    const mark = markOf(line, game);
    if (mark !== null) found.marks.push({ version, kind: mark });
    if (isCommonLine(line)) continue;
    if (game.turn(line)) found.turns.push(version);
    if (game.round(line)) found.rounds.push(version);
  }
  if (run.length > 1) found.steps.push(run[run.length - 2]);
  if (found.steps.at(-1) !== lines.last) found.steps.push(lines.last);
  return found;
}

/** Returns whether a line seals a choice that other seats make at the same time.
 * @param {Line} line
 * @param {Pick<Game, "duration">} game
 */
export const isSealing = (line, game) => line.seat !== undefined && line.seat !== null && !isCommonLine(line) && durationOf(line, game) === 0;

/** Returns the version at which the turn that a version belongs to began, or null.
 * @param {Lines} lines
 * @param {Pick<Game, "turn">} game
 * @param {number} at
 */
export function turnStart(lines, game, at) {
  for (let version = at; version > lines.first; version -= 1) {
    const line = lines.line(version);
    if (line !== null && game.turn(line)) return version;
  }
  return null;
}

/** Returns whether a version belongs to the turn of a seat.
 * @param {Lines} lines
 * @param {Pick<Game, "turn">} game
 * @param {number} at
 * @param {number} seat
 */
export function isTurnOf(lines, game, at, seat) {
  const start = turnStart(lines, game, at);
  return start !== null && lines.line(start)?.seat === seat;
}

/** Returns the first stop after a version, or the last version.
 * @param {readonly number[]} sorted
 * @param {number} at
 * @param {number} last
 * @returns {number}
 */
export const next = (sorted, at, last) => sorted[countUpTo(sorted, at)] ?? last;

/** Returns the last stop before a version, or the first version.
 * @param {readonly number[]} sorted
 * @param {number} at
 * @param {number} first
 * @returns {number}
 */
export const previous = (sorted, at, first) => sorted[countUpTo(sorted, at - 1) - 1] ?? first;

/** Counts the stops for stepping after one version and up to another.
 * @param {readonly number[]} sorted
 * @param {number} from
 * @param {number} to
 * @returns {number}
 */
export const countBetween = (sorted, from, to) => Math.max(0, countUpTo(sorted, to) - countUpTo(sorted, from));

/** Counts the sorted numbers up to a limit.
 * @param {readonly number[]} sorted
 * @param {number} limit
 * @returns {number}
 */
export function countUpTo(sorted, limit) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
