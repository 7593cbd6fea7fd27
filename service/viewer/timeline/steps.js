/** The moments of a match where stepping stops: steps, turns, rounds and marks, with what is only noise folded away. */

/**
 * @typedef {import("../types.d.ts").Line} Line
 * @typedef {import("../types.d.ts").Game} Game
 * @typedef {{first: number, last: number, line(version: number): Line | null}} Lines
 * @typedef {{version: number, kind: string}} Mark
 * @typedef {{steps: number[], turns: number[], rounds: number[], marks: Mark[]}} Moments
 */

/** The lines that frame every match, whatever its game, and how many beats each of them is worth. */
const FRAMING = /** @type {Record<string, number>} */ ({
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
const SEALED_BEATS = 0.7;

/** Whether a line belongs to the frame of every match, and not to its game.
 * @param {Line} line
 * @returns {boolean}
 */
export const frames = (line) => Object.hasOwn(FRAMING, line.key);

/** How many beats a line is worth; 0 where it is folded into the next one.
 * @param {Line | null} line
 * @param {Pick<Game, "beat">} game
 * @returns {number}
 */
export const beats = (line, game) => (line === null ? 0 : frames(line) ? FRAMING[line.key] : game.beat(line));

/** How many beats the clock stays at a version where stepping stops.
 * @param {Line | null} line
 * @param {Pick<Game, "beat">} game
 * @returns {number}
 */
export const stay = (line, game) => beats(line, game) || SEALED_BEATS;

/** What a line is marked with on the slider: the game's kinds, and "undo".
 * @param {Line} line
 * @param {Pick<Game, "mark">} game
 * @returns {string | null}
 */
export const markOf = (line, game) => (line.key === "undone" ? "undo" : frames(line) ? null : game.mark(line));

/** Every moment of a match, in order. Simultaneous choices are one step, at the last but one of them, and their revelation is the next.
 * @param {Lines} lines
 * @param {Pick<Game, "beat" | "mark" | "turn" | "round">} game
 * @param {Set<number>} [skipped] versions that nobody wants to see
 * @returns {Moments}
 */
export function moments(lines, game, skipped = new Set()) {
  /** @type {Moments} */
  const found = { steps: [], turns: [], rounds: [], marks: [] };
  /** @type {number[]} sealed choices without anything else between them */
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
    else if (beats(line, game) > 0) found.steps.push(version);
    const mark = markOf(line, game);
    if (mark !== null) found.marks.push({ version, kind: mark });
    if (frames(line)) continue;
    if (game.turn(line)) found.turns.push(version);
    if (game.round(line)) found.rounds.push(version);
  }
  if (run.length > 1) found.steps.push(run[run.length - 2]);
  if (found.steps.at(-1) !== lines.last) found.steps.push(lines.last);
  return found;
}

/** Whether a line seals a choice that others make at the same time.
 * @param {Line} line
 * @param {Pick<Game, "beat">} game
 */
export const isSealing = (line, game) => line.seat !== undefined && line.seat !== null && !frames(line) && beats(line, game) === 0;

/** The first moment after a version, else the last version there is.
 * @param {readonly number[]} sorted
 * @param {number} at
 * @param {number} last
 * @returns {number}
 */
export const next = (sorted, at, last) => sorted[countUpTo(sorted, at)] ?? last;

/** The last moment before a version, else the first version there is.
 * @param {readonly number[]} sorted
 * @param {number} at
 * @param {number} first
 * @returns {number}
 */
export const previous = (sorted, at, first) => sorted[countUpTo(sorted, at - 1) - 1] ?? first;

/** How many moments lie between two versions, the later one included.
 * @param {readonly number[]} sorted
 * @param {number} from
 * @param {number} to
 * @returns {number}
 */
export const between = (sorted, from, to) => Math.max(0, countUpTo(sorted, to) - countUpTo(sorted, from));

/** How many of the sorted numbers are not above a limit.
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
