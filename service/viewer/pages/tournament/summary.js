/** The summary of a tournament: reading, refreshing and changing it. */

import { useCallback, useEffect, useRef, useState } from "../../dom.js";
import { follow } from "../../api/feed.js";
import { Problem, retry, newKey, post, read, request, readText } from "../../api/api.js";
import { usePlayer } from "../../api/player.js";

/** @typedef {import("../../types.d.ts").TournamentSummary} TournamentSummary */

const SOON = 2500;
const LATER = 15_000;

/** Returns the milliseconds until the summary is read again: few while tables are played or an entrant waits, many otherwise.
 * @param {TournamentSummary | null} card
 * @returns {number | null} null if the tournament no longer changes by itself
 */
export function refreshDelay(card) {
  if (!card) return SOON;
  if (card.phase === "finished" || card.phase === "cancelled") return card.secret ? null : LATER;
  const awaits = card.phase === "running" && card.yours.entrant !== null;
  return awaits || card.rounds.at(-1)?.progress === "started" ? SOON : LATER;
}

/** Returns a tournament as the user sees it, or null while loading. `onCard` takes a newer summary after a change.
 * @param {string} id
 * @returns {{card: TournamentSummary | null, trouble: unknown, onCard: (card: TournamentSummary) => void, again: () => void}}
 */
export function useTournament(id) {
  const somebody = usePlayer();
  const who = somebody?.player ?? "";
  const [card, setCard] = useState(/** @type {TournamentSummary | null} */ (null));
  const [trouble, setTrouble] = useState(/** @type {unknown} */ (null));
  const [asked, setAsked] = useState(0);
  const known = useRef({ tag: "", told: "", card: /** @type {TournamentSummary | null} */ (null) });
  const onNews = useRef(() => {});
  const onCard = useCallback((/** @type {TournamentSummary} */ next) => {
    if (known.current.card && next.version < known.current.card.version) return;
    known.current = { tag: "", told: "", card: next };
    setCard(next);
  }, []);
  useEffect(() => {
    const leaving = new AbortController();
    let timer = /** @type {any} */ (0);
    let turn = 0;
    Object.assign(known.current, { tag: "", told: "" });
    /** @param {unknown} [cause] true if something has happened, which a hidden page shows in its title */
    const ask = async (cause) => {
      clearTimeout(timer);
      if (document.hidden && cause !== true) return;
      const mine = (turn += 1);
      try {
        const fresh = await readIfNewer(id, known.current.tag, leaving.signal);
        if (fresh && fresh.told !== known.current.told) {
          onCard(JSON.parse(fresh.told));
          Object.assign(known.current, fresh);
        }
        setTrouble(null);
      } catch (error) {
        if (leaving.signal.aborted) return;
        setTrouble(error);
        if (error instanceof Problem && !error.isTemporary) return;
      }
      const wait = refreshDelay(known.current.card);
      if (mine === turn && wait !== null && !leaving.signal.aborted) timer = setTimeout(() => void ask(), wait);
    };
    onNews.current = () => void ask(true);
    void ask();
    document.addEventListener("visibilitychange", ask);
    return () => {
      leaving.abort();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", ask);
    };
  }, [id, who, asked, card !== null && refreshDelay(card) === SOON]);
  const follows = card !== null && (card.yours.entrant !== null || card.yours.organiser || card.phase === "announced") && card.phase !== "finished" && card.phase !== "cancelled";
  useEffect(() => (follows ? followTournament(id, () => onNews.current()) : undefined), [id, who, follows]);
  return { card, trouble, onCard, again: () => setAsked(asked + 1) };
}

/** Follows the feed of a tournament. Returns a function that ends it.
 * @param {string} id
 * @param {() => void} news
 */
function followTournament(id, news) {
  const ignore = () => {};
  return follow(`${pathOf(id)}/feed`, "", () => 0, { news, view: ignore, frame: ignore, end: ignore, state: ignore, refused: ignore }).stop;
}

/** Reads a tournament's summary with its ETag. Returns null if the summary with the given tag is still current.
 * @param {string} id
 * @param {string} tag
 * @param {AbortSignal} signal
 * @returns {Promise<{told: string, tag: string} | null>}
 */
export async function readIfNewer(id, tag, signal) {
  try {
    const answer = await request("GET", pathOf(id), { signal, headers: tag ? { "If-None-Match": tag } : {} });
    return { told: await readText(answer), tag: answer.headers.get("ETag") ?? "" };
  } catch (error) {
    if (error instanceof Problem && error.status === 304) return null;
    throw error;
  }
}

/** @param {string} id */
const pathOf = (id) => `/tournaments/${encodeURIComponent(id)}`;

/** Posts a change, and reads the summary afterwards. Each change counts once.
 * @param {string} id
 * @param {string} what the path of the change below the tournament's path
 * @param {any} [body]
 * @param {string} [media] the media type of the body, if it is not JSON
 * @returns {Promise<TournamentSummary>}
 */
export async function postChange(id, what, body, media) {
  await post(`${pathOf(id)}/${what}`, body, { key: newKey(), ...(media && { media }) });
  return retry(() => read(pathOf(id)));
}

/** Replaces a part of a tournament, and reads the summary afterwards.
 * @param {string} id
 * @param {string} what the path of the part below the tournament's path
 * @param {any} body
 * @param {Record<string, string>} [query]
 * @returns {Promise<TournamentSummary>}
 */
export async function putChange(id, what, body, query) {
  await request("PUT", `${pathOf(id)}/${what}`, { body, query, key: newKey() });
  return retry(() => read(pathOf(id)));
}
