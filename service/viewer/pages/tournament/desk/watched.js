/** The matches of a round while they are played: their clocks, and whether they stand still. */

import { useEffect, useRef, useState } from "../../../dom.js";
import { read } from "../../../api/api.js";

/**
 * @typedef {{seat: number, runs: boolean, answer_left?: number, match_left?: number}} SeatTime milliseconds left
 * @typedef {{match: {paused?: boolean, clock?: {seats: SeatTime[]}}, at: number}} Watched a match, and when it was asked for
 */

const EVERY = 3000;
const MOST = 24;

/** The matches by their id, asked for again every few seconds while the page is seen.
 * @param {string[]} ids
 */
export function useWatched(ids) {
  const [watched, setWatched] = useState(/** @type {Map<string, Watched>} */ (new Map()));
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

/** What is left of a seat's time at a moment, in seconds; null where nothing is bounded.
 * @param {SeatTime | undefined} time
 * @param {number} passed milliseconds since it was asked for
 * @returns {number | null}
 */
export function secondsLeft(time, passed) {
  const left = [time?.answer_left, time?.match_left].filter((one) => one !== undefined);
  if (!time || left.length === 0) return null;
  return Math.max(0, Math.ceil((Math.min(...left) - (time.runs ? passed : 0)) / 1000));
}
