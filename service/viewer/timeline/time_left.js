/** What a seat has left of its time, from what a summary says of it and how long ago that was. */

/**
 * @typedef {import("../types.d.ts").SeatTime} SeatTime
 * @typedef {{of: "answer" | "match", seconds: number}} Left
 */

/** At so many seconds the own time is told. */
const MARKS = [10, 30, 60];
/** The longest that a page reckons by its own clock, and how soon it asks again once a time is over, in milliseconds. */
const EVERY = 10_000;
const AGAIN = 1_500;
const AFTER = 250;

/** What is left for the answer and for the match; what ends first comes first, what has no bound is not there.
 * @param {SeatTime} time
 * @param {number} passed milliseconds since the summary was read
 * @returns {Left[]}
 */
export function timesLeft(time, passed) {
  const run = time.runs ? Math.max(0, passed) : 0;
  /** @type {["answer" | "match", number | undefined][]} */
  const all = [["answer", time.answer_left], ["match", time.match_left]];
  return all.flatMap(([of, left]) => (left === undefined ? [] : [{ of, seconds: Math.max(0, Math.ceil((left - run) / 1000)) }])).sort((one, other) => one.seconds - other.seconds);
}

/** The mark that a time has just come to, the lowest where it has passed several; null between them, and where there is more time than before.
 * @param {number | null} before seconds, null where no time ran
 * @param {number | null} now
 * @returns {number | null}
 */
export const markPassed = (before, now) => (before === null || now === null ? null : (MARKS.find((mark) => now <= mark && before > mark && now > 0) ?? null));

/** After how many milliseconds a summary is to be read again; null while no time runs.
 * @param {readonly SeatTime[]} seats as they stood when it was read
 * @returns {number | null}
 */
export function nextReading(seats) {
  const left = seats.flatMap((one) => (one.runs ? [one.answer_left ?? Infinity, one.match_left ?? Infinity] : []));
  if (left.length === 0) return null;
  const first = Math.min(...left);
  return first <= 0 ? AGAIN : Math.min(EVERY, first + AFTER);
}

/** Seconds as a clock shows them: "4:05", "1:00:00".
 * @param {number} seconds
 * @returns {string}
 */
export function clockFace(seconds) {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
