/** The user's tournaments: the table to play at, when they begin or go on, and how they ended. */

import { html, useEffect, useState } from "../../dom.js";
import { read } from "../../api/api.js";
import { usePlayer } from "../../api/player.js";
import { loadAreas, t } from "../../words/words.js";
import { readIfNewer, refreshDelay } from "./summary.js";
import { isOver, isThere } from "./entry.js";
import { latestGame } from "./games.js";
import { OwnTableLink, clockedMatch, hasUnfinishedTable, nextText, ownRound, ownStateText, ownTableText } from "./own_table.js";
import { OwnClock } from "./own_clock.js";
import { Start } from "./start.js";

/**
 * @typedef {import("../../types.d.ts").TournamentSummary} TournamentSummary
 * @typedef {import("../../types.d.ts").ProfileEntry} ProfileEntry
 * @typedef {{card: TournamentSummary, place: number | null}} Own `place` is the final place
 * @typedef {Own & {told: string, tag: string}} Known
 */

/** Milliseconds before a request is repeated, at the latest. */
const AGAIN = 5000;
const SOON = 1000;
const DAY = 86_400_000;

/** Returns the id of the match at the user's table, or undefined. @param {TournamentSummary} card */
export function ownMatch(card) {
  const { table } = ownRound(card) ?? {};
  return table ? latestGame(table).match : undefined;
}

/** @param {{all: Own[]}} props */
export function OwnTournaments({ all }) {
  if (all.length === 0) return null;
  return html`<section class="lobby-part own-tables" aria-labelledby="lobby-own-tables">
    <h2 id="lobby-own-tables">${t("lobby.part.tables")}</h2>
    <ul class="lobby-offers">${all.map((one) => html`<${Line} key=${one.card.id} ...${one} />`)}</ul>
  </section>`;
}

/** The user's tournaments, on a page that does not need them otherwise. */
export function OwnTournamentsPart() {
  return html`<${OwnTournaments} all=${useOwnTournaments(usePlayer()?.player ?? "") ?? []} />`;
}

/** @param {Own} props */
function Line({ card, place }) {
  const { round, table } = ownRound(card) ?? {};
  if (!round || !table || table.result) {
    const title = isOver(card) ? t("lobby.event.place", { title: card.title, place, all: card.entrants.length }) : t("lobby.event.in", { title: card.title });
    return html`<li class="panel lobby-row">
      <div><p><b>${title}</b></p>${round ? html`<p>${table ? ownTableText(card, table) : ""}</p><p class="soft">${nextText(card, round, table)}</p>` : html`<${Start} card=${card} />`}</div>
      <a class="button" href=${`${card.links.page}${isOver(card) ? "#standings" : ""}`} aria-label=${`${t("lobby.event.show")}: ${card.title}`}>${t("lobby.event.show")}</a>
    </li>`;
  }
  return html`<li class="panel lobby-offer to">
    <p><b>${ownTableText(card, table)}</b> <a href=${card.links.page}>${card.title}</a></p>
    <p class="soft" role="status">${ownStateText(card, round, table)}</p>
    ${clockedMatch(card) && html`<${OwnClock} match=${clockedMatch(card)} />`}
    <div class="row"><${OwnTableLink} card=${card} round=${round} table=${table} /></div>
  </li>`;
}

/** Returns the user's tournaments that are not over or began their last round less than a day ago, those with a table first; null while loading. Reread while the page is visible.
 * @param {string} me the user's player id, or "" for a guest
 * @returns {Own[] | null}
 */
export function useOwnTournaments(me) {
  const [cards, setCards] = useState(/** @type {Own[] | null} */ (null));
  useEffect(() => {
    if (!me) return setCards([]);
    const leaving = new AbortController();
    let timer = 0;
    let turn = 0;
    /** @type {Map<string, Known> | null} */
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
        const tables = [...now.values()].filter(({ card, place }) => !isOver(card) || place !== null && Date.now() - Date.parse(card.rounds.at(-1)?.started_at ?? "") < DAY)
          .map(({ card, place }) => ({ card, place })).sort((one, other) => Number(hasUnfinishedTable(other.card)) - Number(hasUnfinishedTable(one.card)));
        if (tables.length > 0) await loadAreas("tournament", "stages");
        if (stale()) return;
        const ended = [...now.values()].some(({ card, place }) => card.phase === "finished" && place === null);
        known = ended ? null : now; // the place is reread once it is final
        setCards((shown) => (JSON.stringify(shown) === JSON.stringify(tables) ? shown : tables));
        wait = ended ? SOON : Math.min(...found.flatMap((card) => refreshDelay(card) ?? []).map((delay) => Math.min(delay, AGAIN)));
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

/** Reads the tournaments of this week that the player has entered and not left, and older ones that are not over. It does not load their summaries.
 * @param {string} me
 * @param {AbortSignal} signal
 * @returns {Promise<Map<string, any>>}
 */
async function readEntered(me, signal) {
  const { entries } = await read(`/players/${encodeURIComponent(me)}`, {}, signal);
  const open = entries.filter((/** @type {ProfileEntry} */ one) => isThere(one) && (!isOver(one) || (one.phase === "finished" && Date.now() - Date.parse(one.created_at) < 7 * DAY)));
  return new Map(open.map((/** @type {ProfileEntry} */ one) => [one.tournament, { told: "", tag: "", card: null, place: one.phase === "finished" ? one.place : null }]));
}

/** @param {string} id @param {Known} one @param {AbortSignal} signal */
async function refreshEntry(id, one, signal) {
  const fresh = await readIfNewer(id, one.tag, signal);
  return fresh ? { ...one, ...fresh, card: /** @type {TournamentSummary} */ (JSON.parse(fresh.told)) } : one;
}
