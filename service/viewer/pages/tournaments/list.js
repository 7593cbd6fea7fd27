/** The list of tournaments, newest first, with filters for phase and game. */

import { html, useEffect, useRef, useState } from "../../dom.js";
import { ErrorNotice } from "../../ui/error_notice.js";
import { dateAndTime, dayAndTime } from "../../ui/times.js";
import { gameName } from "../../ui/game_name.js";
import { read } from "../../api/api.js";
import { language, t } from "../../words/words.js";

/** @typedef {{id: string, title: string, game: string, phase: string, created_at: string, starts_at: string | null, page: string}} TournamentLine */

const PHASES = ["registration", "running", "ready", "announced", "finished", "cancelled"];
/** The phases before the first round. */
const AHEAD = ["announced", "registration", "ready"];
const PAGE = 20;

export function List() {
  const [filter, setFilter] = useState({ phase: "", game: "" });
  const games = useGames();
  const { lines, next, busy, trouble, more, again } = useTournaments(filter);
  const narrow = filter.phase !== "" || filter.game !== "";
  return html`<search class="tournaments-filters">
      <label>${t("tournaments.filter.phase")} <select onChange=${(/** @type {any} */ event) => setFilter({ ...filter, phase: event.target.value })}>
        <option value="" selected=${filter.phase === ""}>${t("tournaments.filter.all")}</option>
        ${PHASES.map((one) => html`<option key=${one} value=${one} selected=${filter.phase === one}>${t(`tournaments.phase.${one}`)}</option>`)}
      </select></label>
      <label>${t("tournaments.filter.game")} <select onChange=${(/** @type {any} */ event) => setFilter({ ...filter, game: event.target.value })}>
        <option value="" selected=${filter.game === ""}>${t("tournaments.filter.all")}</option>
        ${games.map((one) => html`<option key=${one} value=${one} selected=${filter.game === one}>${gameName(one)}</option>`)}
      </select></label>
    </search>
    <${ErrorNotice} error=${trouble} again=${again} />
    ${lines === null
      ? !trouble && html`<p class="soft" role="status">${t("common.loading")}</p>`
      : html`<p class="unseen" role="status">${t("tournaments.shown", { count: lines.length })}</p>
          ${lines.length === 0 && html`<p class="tournaments-nothing">${t(narrow ? "tournaments.nothing" : "tournaments.empty")}</p>`}
          <ol class="tournaments-list">${lines.map((line) => html`<${Line} key=${line.id} line=${line} />`)}</ol>
          ${next && html`<button type="button" aria-busy=${busy} onClick=${more}>${t(busy ? "common.loading" : "tournaments.more")}</button>`}`}`;
}

/** @param {{line: TournamentLine}} props */
function Line({ line }) {
  return html`<li><article class="tournaments-card">
    <h2><a href=${line.page}>${line.title}</a></h2>
    <p><span class=${`tournaments-phase ${line.phase}`}>${t(`tournaments.phase.${line.phase}`)}</span> ${gameName(line.game)} ·${" "}
      ${line.starts_at && AHEAD.includes(line.phase)
        ? html`<time datetime=${line.starts_at}>${t("tournaments.begins", { when: dayAndTime(line.starts_at, language()) })}</time>`
        : html`<time class="soft" datetime=${line.starts_at ?? line.created_at}>${dateAndTime(line.starts_at ?? line.created_at, language())}</time>`}</p>
  </article></li>`;
}

/** Returns the games that can be played here.
 * @returns {string[]}
 */
function useGames() {
  const [games, setGames] = useState(/** @type {string[]} */ ([]));
  useEffect(() => {
    read("/games").then(
      (answer) => setGames(answer.games.map((/** @type {any} */ one) => one.game)),
      () => {}, // the filter is optional
    );
  }, []);
  return games;
}

/** Returns the tournaments that pass a filter, with functions to load more and to retry.
 * @param {{phase: string, game: string}} filter
 */
function useTournaments(filter) {
  const [lines, setLines] = useState(/** @type {TournamentLine[] | null} */ (null));
  const [next, setNext] = useState(/** @type {string | null} */ (null));
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState(/** @type {unknown} */ (null));
  const turn = useRef(0);
  /** @param {string | null} cursor @param {TournamentLine[]} known */
  const load = async (cursor, known) => {
    const mine = (turn.current += 1);
    setBusy(true);
    setTrouble(null);
    try {
      const page = await read("/tournaments", { ...filter, limit: PAGE, cursor });
      if (turn.current !== mine) return;
      const there = new Set(known.map((line) => line.id));
      setLines([...known, ...page.tournaments.filter((/** @type {TournamentLine} */ line) => !there.has(line.id))]);
      setNext(page.next);
    } catch (error) {
      if (turn.current === mine) setTrouble(error);
    } finally {
      if (turn.current === mine) setBusy(false);
    }
  };
  useEffect(() => {
    setLines(null);
    setNext(null);
    void load(null, []);
    return () => void (turn.current += 1);
  }, [filter.phase, filter.game]);
  return { lines, next, busy, trouble, more: () => void load(next, lines ?? []), again: () => void load(lines ? next : null, lines ?? []) };
}
