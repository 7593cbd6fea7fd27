/** The matches of the lobby, read again every few seconds while the page is visible. */

import { useEffect, useRef, useState } from "../../dom.js";
import { isProblem, read } from "../../api/api.js";
import { appendPage, refreshList } from "./list.js";

/**
 * @typedef {import("../../types.d.ts").MatchLine} MatchLine
 * @typedef {import("../../types.d.ts").SeatLine} SeatLine
 * @typedef {import("./list.js").List} List
 * @typedef {"open" | "running" | "finished"} Status
 * @typedef {{status: Status | "", game: string, player: string}} Filter
 * @typedef {object} Matches
 * @property {Partial<Record<Status, List>>} lists
 * @property {MatchLine[]} own running matches of the user that pass the filter
 * @property {Map<string, SeatLine[]>} seats by id of a running match, with the seats that have to answer
 * @property {boolean} loaded whether the lists belong to the current filter
 * @property {unknown} trouble
 */

export const STATUSES = /** @type {const} */ (["open", "running", "finished"]);
const EVERY = 4000;
const PAGE = 12;
const MOST = 100;
const MOST_SUMMARIES = 12;

/** @type {Matches} */
const NOTHING = { lists: {}, own: [], seats: new Map(), loaded: false, trouble: null };

/** Returns the lobby's lists for a filter, with functions to load more and to retry.
 * @param {Filter} filter
 * @param {string} me the user's player id, or "" for a guest
 * @returns {Matches & {more: (status: Status) => Promise<void>, again: () => void}}
 */
export function useMatches(filter, me) {
  const [shown, setShown] = useState(NOTHING);
  const now = useRef(NOTHING);
  const turn = useRef(0);
  const again = useRef(() => {});
  /** @param {Matches} next */
  const show = (next) => {
    if (showsSame(next, now.current)) return;
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
        const seats = await readSeats([...own, ...(lists.running?.lines ?? []).slice(0, MOST_SUMMARIES)]);
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
    const onVisible = () => document.hidden || void round();
    again.current = () => void round();
    document.addEventListener("visibilitychange", onVisible);
    window.addEventListener("online", onVisible);
    void round();
    return () => {
      turn.current += 1;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onVisible);
      window.removeEventListener("online", onVisible);
    };
  }, [filter.status, filter.game, filter.player, me]);
  /** @param {Status} status */
  const more = async (status) => {
    const mine = turn.current;
    const list = now.current.lists[status];
    if (!list?.next) return;
    const page = await read("/matches", { ...query(filter, status), limit: PAGE * 2, cursor: list.next }).catch((trouble) => void show({ ...now.current, trouble }));
    const known = now.current.lists[status];
    if (page && known && turn.current === mine) show({ ...now.current, lists: { ...now.current.lists, [status]: appendPage(known, page) } });
  };
  return { ...shown, more, again: () => again.current() };
}

/** @param {Filter} filter @param {Status} status */
const query = (filter, status) => ({ status, game: filter.game, player: filter.player });

/** Reads the first page of each list. Lists that can still change are read again as far as they are shown.
 * @param {Filter} filter
 * @param {Partial<Record<Status, List>>} known
 * @returns {Promise<Partial<Record<Status, List>>>}
 */
async function readLists(filter, known) {
  const wanted = STATUSES.filter((status) => filter.status === "" || filter.status === status);
  const lists = wanted.map(async (status) => {
    const list = known[status] ?? { lines: [], next: null };
    const limit = status === "finished" ? PAGE : Math.min(MOST, Math.max(PAGE, list.lines.length));
    return [status, refreshList(list, await read("/matches", { ...query(filter, status), limit }))];
  });
  return Object.fromEntries(await Promise.all(lists));
}

/** @param {Filter} filter @param {string} me @returns {Promise<MatchLine[]>} */
async function readOwn(filter, me) {
  if (!me || (filter.status !== "" && filter.status !== "running")) return [];
  return (await read("/matches", { status: "running", game: filter.game, player: me, limit: MOST_SUMMARIES })).matches;
}

/** Reads which seats have to answer in running matches. The list does not contain this, but each match's summary does.
 * @param {MatchLine[]} lines
 * @returns {Promise<Map<string, SeatLine[]>>}
 */
async function readSeats(lines) {
  const ids = [...new Set(lines.map((line) => line.id))];
  const summaries = await Promise.all(ids.map((id) => read(`/matches/${id}`).catch(() => null)));
  return new Map(summaries.flatMap((summary) => (summary ? [[summary.id, summary.seats]] : [])));
}

/** Returns whether two states of the lobby's lists look the same, so that nothing has to be redrawn.
 * @param {Matches} one
 * @param {Matches} other
 */
function showsSame(one, other) {
  if (one.loaded !== other.loaded || one.trouble !== other.trouble) return false;
  return JSON.stringify([one.lists, one.own, [...one.seats]]) === JSON.stringify([other.lists, other.own, [...other.seats]]);
}
