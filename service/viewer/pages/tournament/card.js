/** The card of a tournament: read, kept fresh while somebody looks at it, and changed. */

import { useCallback, useEffect, useRef, useState } from "../../dom.js";
import { Problem, insist, newKey, post, read, request, text } from "../../api/api.js";
import { usePlayer } from "../../api/player.js";

/** @typedef {import("../../types.d.ts").TournamentSummary} TournamentSummary */

const SOON = 2500;
const LATER = 15_000;

/** How long the page waits before it asks again: tables are being played, or nothing is.
 * @param {TournamentSummary | null} card
 * @returns {number | null} null where nothing will change by itself
 */
export function patience(card) {
  if (!card) return SOON;
  if (card.phase === "finished" || card.phase === "cancelled") return card.secret ? null : LATER;
  return card.rounds.at(-1)?.progress === "started" ? SOON : LATER;
}

/** A tournament as the player of this browser sees it; null until it is known. `onCard` takes a card that a change has answered.
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
  const onCard = useCallback((/** @type {TournamentSummary} */ next) => {
    if (known.current.card && next.version < known.current.card.version) return;
    known.current = { tag: "", told: "", card: next };
    setCard(next);
  }, []);
  useEffect(() => {
    const leaving = new AbortController();
    let timer = /** @type {any} */ (0);
    Object.assign(known.current, { tag: "", told: "" });
    const ask = async () => {
      clearTimeout(timer);
      if (document.hidden) return;
      try {
        const fresh = await newer(id, known.current.tag, leaving.signal);
        if (fresh && fresh.told !== known.current.told) {
          onCard(JSON.parse(fresh.told));
          Object.assign(known.current, fresh);
        }
        setTrouble(null);
      } catch (error) {
        if (leaving.signal.aborted) return;
        setTrouble(error);
        if (error instanceof Problem && !error.passes) return;
      }
      const wait = patience(known.current.card);
      if (wait !== null && !leaving.signal.aborted) timer = setTimeout(ask, wait);
    };
    void ask();
    document.addEventListener("visibilitychange", ask);
    return () => {
      leaving.abort();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", ask);
    };
  }, [id, who, asked, card !== null && patience(card) === SOON]);
  return { card, trouble, onCard, again: () => setAsked(asked + 1) };
}

/** The card as it is told, with its tag, or null where the one that is known still holds.
 * @param {string} id
 * @param {string} tag
 * @param {AbortSignal} signal
 * @returns {Promise<{told: string, tag: string} | null>}
 */
async function newer(id, tag, signal) {
  try {
    const answer = await request("GET", pathOf(id), { signal, headers: tag ? { "If-None-Match": tag } : {} });
    return { told: await text(answer), tag: answer.headers.get("ETag") ?? "" };
  } catch (error) {
    if (error instanceof Problem && error.status === 304) return null;
    throw error;
  }
}

/** @param {string} id */
const pathOf = (id) => `/tournaments/${encodeURIComponent(id)}`;

/** Changes a tournament, and reads how it stands then; every change counts once.
 * @param {string} id
 * @param {string} what the path below the tournament's
 * @param {any} [body]
 * @param {string} [media] of a body that is not JSON
 * @returns {Promise<TournamentSummary>}
 */
export async function change(id, what, body, media) {
  await post(`${pathOf(id)}/${what}`, body, { key: newKey(), ...(media && { media }) });
  return insist(() => read(pathOf(id)));
}

/** Puts something of a tournament in place of what was there, and reads how it stands then.
 * @param {string} id
 * @param {string} what the path below the tournament's
 * @param {any} body
 * @returns {Promise<TournamentSummary>}
 */
export async function put(id, what, body) {
  await request("PUT", `${pathOf(id)}/${what}`, { body, key: newKey() });
  return insist(() => read(pathOf(id)));
}
