/** Computes the time that a seat has left, from a summary and its age. */

/**
 * @typedef {import("../types.d.ts").SeatTime} SeatTime
 * @typedef {{of: "answer" | "match", seconds: number}} Left
 */

/** Seconds left at which the user's time is announced. */
const MARKS = [10, 30, 60];
/** Milliseconds: the longest time between two readings of the summary, the time until the next reading once a seat's time is over, and the delay after its expected end. */
const EVERY = 10_000;
const AGAIN = 1_500;
const AFTER = 250;

/** Returns the time left for the answer and for the match, the shorter one first. Unlimited times are left out.
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

/** Returns the announced number of seconds that was just passed (the lowest if there are several), or null. If a seat has more time than before, none was passed.
 * @param {number | null} before in seconds; null if no time was running
 * @param {number | null} now
 * @returns {number | null}
 */
export const findPassedMark = (before, now) => (before === null || now === null ? null : (MARKS.find((mark) => now <= mark && before > mark && now > 0) ?? null));

/** Returns the milliseconds until the summary must be read again, or null while no time runs.
 * @param {readonly SeatTime[]} seats as they were when the summary was read
 * @returns {number | null}
 */
export function nextReadDelay(seats) {
  const left = seats.flatMap((one) => (one.runs ? [one.answer_left ?? Infinity, one.match_left ?? Infinity] : []));
  if (left.length === 0) return null;
  const first = Math.min(...left);
  return first <= 0 ? AGAIN : Math.min(EVERY, first + AFTER);
}

/** Formats seconds as a clock: "4:05", "1:00:00".
 * @param {number} seconds
 * @returns {string}
 */
export function clockFace(seconds) {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
