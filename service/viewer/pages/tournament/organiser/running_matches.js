/** The running matches of a round: their clocks, and whether they are paused. */

import { useEffect, useRef, useState } from "../../../dom.js";
import { read } from "../../../api/api.js";

/**
 * @typedef {{seat: number, runs: boolean, answer_left?: number, match_left?: number}} SeatTime milliseconds left
 * @typedef {{match: {paused?: boolean, clock?: {seats: SeatTime[]}}, at: number}} RunningMatch a match, and when it was read
 */

const EVERY = 3000;
const MOST = 24;

/** Returns the matches by id, reread every few seconds while the page is visible.
 * @param {string[]} ids
 */
export function useRunningMatches(ids) {
  const [watched, setWatched] = useState(/** @type {Map<string, RunningMatch>} */ (new Map()));
  const ask = useRef(() => {});
  const wanted = ids.slice(0, MOST);
  useEffect(() => {
    let gone = false;
    let timer = /** @type {any} */ (0);
    const round = async () => {
      clearTimeout(timer);
      if (!document.hidden) {
        const found = await Promise.all(wanted.map((id) => read(`/matches/${id}`).then((match) => ({ id, match, at: Date.now() }), () => null)));
        if (gone) return;
        setWatched(new Map(found.flatMap((one) => (one ? [[one.id, { match: one.match, at: one.at }]] : []))));
      }
      timer = setTimeout(round, EVERY);
    };
    ask.current = () => void round();
    if (wanted.length > 0) void round();
    return () => {
      gone = true;
      clearTimeout(timer);
      ask.current = () => {};
    };
  }, [wanted.join()]);
  return { watched, again: () => ask.current() };
}

/** Returns the remaining seconds of a seat, or null if its time is unlimited.
 * @param {SeatTime | undefined} time
 * @param {number} passed milliseconds since the match was read
 * @returns {number | null}
 */
export function secondsLeft(time, passed) {
  const left = [time?.answer_left, time?.match_left].filter((one) => one !== undefined);
  if (!time || left.length === 0) return null;
  return Math.max(0, Math.ceil((Math.min(...left) - (time.runs ? passed : 0)) / 1000));
}
