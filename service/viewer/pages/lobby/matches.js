/** The matches of the lobby, read again every few seconds while the page can be seen. */

import { useEffect, useRef, useState } from "../../dom.js";
import { isProblem, read } from "../../api/api.js";
import { lengthened, refreshed } from "./list.js";

/**
 * @typedef {import("../../types.d.ts").MatchLine} MatchLine
 * @typedef {import("../../types.d.ts").SeatLine} SeatLine
 * @typedef {import("./list.js").List} List
 * @typedef {"open" | "running" | "finished"} Status
 * @typedef {{status: Status | "", game: string, player: string}} Filter
 * @typedef {object} Matches
 * @property {Partial<Record<Status, List>>} lists
 * @property {MatchLine[]} own running matches of whoever is signed in, as far as the filter lets them through
 * @property {Map<string, SeatLine[]>} seats of running matches, with whose answer is awaited
 * @property {boolean} loaded whether the lists are those of the filter
 * @property {unknown} trouble
 */

export const STATUSES = /** @type {const} */ (["open", "running", "finished"]);
const EVERY = 4000;
const PAGE = 12;
const MOST = 100;
const LOOKED_INTO = 12;

/** @type {Matches} */
const NOTHING = { lists: {}, own: [], seats: new Map(), loaded: false, trouble: null };

/** What the lobby shows under a filter, and how to see more of it.
 * @param {Filter} filter
 * @param {string} me whoever is signed in, "" for a guest
 * @returns {Matches & {more: (status: Status) => Promise<void>, again: () => void}}
 */
export function useMatches(filter, me) {
  const [shown, setShown] = useState(NOTHING);
  const now = useRef(NOTHING);
  const turn = useRef(0);
  const again = useRef(() => {});
  /** @param {Matches} next */
  const show = (next) => {
    if (same(next, now.current)) return;
    now.current = next;
    setShown(next);
  };
  useEffect(() => {
    const mine = (turn.current += 1);
    const stale = () => turn.current !== mine;
    let timer = 0;
    let first = true;
    let asGuest = false;
    show({ ...now.current, loaded: false });
    const round = async () => {
      clearTimeout(timer);
      try {
        const [lists, own] = await Promise.all([readLists(filter, first ? {} : now.current.lists), readOwn(filter, me)]);
        const seats = await readSeats([...own, ...(lists.running?.lines ?? []).slice(0, LOOKED_INTO)]);
        if (stale()) return;
        show({ lists, own, seats, loaded: true, trouble: null });
        first = false;
      } catch (trouble) {
        if (stale()) return;
        if (isProblem(trouble, "unauthenticated") && !asGuest) {
          asGuest = true;
          return void round();
        }
        show({ ...now.current, trouble });
      }
      clearTimeout(timer);
      timer = /** @type {any} */ (setTimeout(() => document.hidden || void round(), EVERY));
    };
    const seen = () => document.hidden || void round();
    again.current = () => void round();
    document.addEventListener("visibilitychange", seen);
    window.addEventListener("online", seen);
    void round();
    return () => {
      turn.current += 1;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", seen);
      window.removeEventListener("online", seen);
    };
  }, [filter.status, filter.game, filter.player, me]);
  /** @param {Status} status */
  const more = async (status) => {
    const mine = turn.current;
    const list = now.current.lists[status];
    if (!list?.next) return;
    const page = await read("/matches", { ...query(filter, status), limit: PAGE * 2, cursor: list.next }).catch((trouble) => void show({ ...now.current, trouble }));
    const known = now.current.lists[status];
    if (page && known && turn.current === mine) show({ ...now.current, lists: { ...now.current.lists, [status]: lengthened(known, page) } });
  };
  return { ...shown, more, again: () => again.current() };
}

/** @param {Filter} filter @param {Status} status */
const query = (filter, status) => ({ status, game: filter.game, player: filter.player });

/** Reads the beginning of each list; what can still change is read as far as it is shown.
 * @param {Filter} filter
 * @param {Partial<Record<Status, List>>} known
 * @returns {Promise<Partial<Record<Status, List>>>}
 */
async function readLists(filter, known) {
  const wanted = STATUSES.filter((status) => filter.status === "" || filter.status === status);
  const lists = wanted.map(async (status) => {
    const list = known[status] ?? { lines: [], next: null };
    const limit = status === "finished" ? PAGE : Math.min(MOST, Math.max(PAGE, list.lines.length));
    return [status, refreshed(list, await read("/matches", { ...query(filter, status), limit }))];
  });
  return Object.fromEntries(await Promise.all(lists));
}

/** @param {Filter} filter @param {string} me @returns {Promise<MatchLine[]>} */
async function readOwn(filter, me) {
  if (!me || (filter.status !== "" && filter.status !== "running")) return [];
  return (await read("/matches", { status: "running", game: filter.game, player: me, limit: LOOKED_INTO })).matches;
}

/** Whose answer is awaited in running matches: the list does not say, each match's summary does.
 * @param {MatchLine[]} lines
 * @returns {Promise<Map<string, SeatLine[]>>}
 */
async function readSeats(lines) {
  const ids = [...new Set(lines.map((line) => line.id))];
  const summaries = await Promise.all(ids.map((id) => read(`/matches/${id}`).catch(() => null)));
  return new Map(summaries.flatMap((summary) => (summary ? [[summary.id, summary.seats]] : [])));
}

/** Whether two states show the same, so that nothing needs to be drawn.
 * @param {Matches} one
 * @param {Matches} other
 */
function same(one, other) {
  if (one.loaded !== other.loaded || one.trouble !== other.trouble) return false;
  return JSON.stringify([one.lists, one.own, [...one.seats]]) === JSON.stringify([other.lists, other.own, [...other.seats]]);
}
