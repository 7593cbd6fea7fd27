/** The user's tournament tables that have no result yet. */

import { html, useEffect, useState } from "../../dom.js";
import { read } from "../../api/api.js";
import { loadAreas, t } from "../../words/words.js";
import { readIfNewer, refreshDelay } from "../tournament/summary.js";
import { isOver, isThere } from "../tournament/entry.js";
import { latestGame } from "../tournament/games.js";
import { OwnTableLink, hasUnfinishedTable, ownRound, ownStateText, ownTableText } from "../tournament/own_table.js";

/**
 * @typedef {import("../../types.d.ts").TournamentSummary} TournamentSummary
 * @typedef {import("../../types.d.ts").ProfileEntry} ProfileEntry
 */

/** Milliseconds before a request is repeated, at the latest. */
const AGAIN = 5000;

/** Returns the id of the match at the user's table, or undefined. @param {TournamentSummary} card */
export function ownMatch(card) {
  const { table } = ownRound(card) ?? {};
  return table ? latestGame(table).match : undefined;
}

/** @param {{cards: TournamentSummary[]}} props */
export function OwnTables({ cards }) {
  if (cards.length === 0) return null;
  return html`<section class="lobby-part own-tables" aria-labelledby="lobby-own-tables">
    <h2 id="lobby-own-tables">${t("lobby.part.tables")}</h2>
    <ul class="lobby-offers">${cards.map((card) => html`<${Line} key=${card.id} card=${card} />`)}</ul>
  </section>`;
}

/** @param {{card: TournamentSummary}} props */
function Line({ card }) {
  const { round, table } = ownRound(card) ?? {};
  if (!round || !table) return null;
  return html`<li class="panel lobby-offer to">
    <p><b>${ownTableText(card, table)}</b> <a href=${card.links.page}>${card.title}</a></p>
    <p class="soft" role="status">${ownStateText(card, round, table)}</p>
    <div class="row"><${OwnTableLink} card=${card} round=${round} table=${table} /></div>
  </li>`;
}

/** Returns the running tournaments in which the user has a table without a result, or null while loading. Reread while the page is visible.
 * @param {string} me the user's player id, or "" for a guest
 * @returns {TournamentSummary[] | null}
 */
export function useOwnTables(me) {
  const [cards, setCards] = useState(/** @type {TournamentSummary[] | null} */ (null));
  useEffect(() => {
    if (!me) return setCards([]);
    const leaving = new AbortController();
    let timer = 0;
    let turn = 0;
    /** @type {Map<string, {told: string, tag: string, card: TournamentSummary}> | null} */
    let known = null;
    const round = async () => {
      const mine = (turn += 1);
      const stale = () => leaving.signal.aborted || turn !== mine;
      clearTimeout(timer);
      if (document.hidden) return;
      let wait = AGAIN;
      try {
        const before = known ?? (await readEntered(me, leaving.signal));
        const now = new Map(await Promise.all([...before].map(async ([id, one]) => /** @type {const} */ ([id, await refreshEntry(id, one, leaving.signal)]))));
        const found = [...now.values()].map((one) => one.card);
        const tables = found.filter(hasUnfinishedTable);
        if (tables.length > 0) await loadAreas("tournament", "stages");
        if (stale()) return;
        known = now;
        setCards((shown) => (JSON.stringify(shown) === JSON.stringify(tables) ? shown : tables));
        wait = Math.min(...found.flatMap((card) => refreshDelay(card) ?? []).map((delay) => Math.min(delay, AGAIN)));
      } catch {
        if (!stale()) setCards((shown) => shown ?? []); // no error is shown here: the lobby reports its failed requests, and this one is repeated
      }
      if (!stale() && Number.isFinite(wait)) timer = /** @type {any} */ (setTimeout(round, wait));
    };
    // The user may have entered a tournament in another tab, so the list is reread when the page becomes visible.
    const onVisible = () => {
      known = null;
      void round();
    };
    document.addEventListener("visibilitychange", onVisible);
    void round();
    return () => {
      leaving.abort();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onVisible);
    };
  }, [me]);
  return cards;
}

/** Reads the unfinished tournaments that the player has entered and not left. It does not load their summaries.
 * @param {string} me
 * @param {AbortSignal} signal
 * @returns {Promise<Map<string, any>>}
 */
async function readEntered(me, signal) {
  const { entries } = await read(`/players/${encodeURIComponent(me)}`, {}, signal);
  const open = entries.filter((/** @type {ProfileEntry} */ one) => isThere(one) && !isOver(one));
  return new Map(open.map((/** @type {ProfileEntry} */ one) => [one.tournament, { told: "", tag: "", card: null }]));
}

/** @param {string} id @param {{told: string, tag: string, card: TournamentSummary}} one @param {AbortSignal} signal */
async function refreshEntry(id, one, signal) {
  const fresh = await readIfNewer(id, one.tag, signal);
  return fresh ? { ...fresh, card: /** @type {TournamentSummary} */ (JSON.parse(fresh.told)) } : one;
}
