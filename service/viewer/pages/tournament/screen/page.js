/** The wall screen of a tournament: pairings, clock, results and standings. It switches between sheets automatically. */

import { html, useEffect, useRef, useState } from "../../../dom.js";
import { isNotFound, read } from "../../../api/api.js";
import { lazy } from "../../../ui/lazy.js";
import { t, useLanguage } from "../../../words/words.js";
import { roundName } from "../../../ui/stage_name.js";
import { useTournament } from "../summary.js";
import { nameWithNumber } from "../people.js";
import { progressText } from "../rounds.js";
import { Refusal } from "../refusal.js";
import { Clock } from "../round_clock.js";
import { newResults, layOutSheets } from "./layout.js";
import { People, Standings, Tables } from "./sheets.js";

/**
 * @typedef {import("../../../types.d.ts").TournamentSummary} TournamentSummary
 * @typedef {import("../../../types.d.ts").TournamentStandings} TournamentStandings
 */

const Absent = lazy(() => import("../../../ui/absent.js").then((module) => module.Absent), { words: ["absent"], styles: ["style/problem.css"] });

/** Milliseconds for which a sheet is shown, and for which a result is marked as new. */
const TURN = 12_000;
const NEW = 30_000;

/** @param {{id: string}} props */
export function ScreenPage({ id }) {
  useLanguage();
  const { card, trouble, again } = useTournament(id);
  const title = card?.title;
  useEffect(() => {
    if (title) document.title = `${title} – ${t("screen.title")}`;
  }, [title]);
  useWakeLock();
  if (!card && isNotFound(trouble)) return html`<main><${Absent} what="tournament" /></main>`;
  if (!card) return html`<main class="screen"><h1 class="unseen">${t("common.title")}</h1>${trouble ? html`<${Refusal} error=${trouble} again=${again} />` : html`<p>${t("common.loading")}</p>`}</main>`;
  return html`<${Wall} card=${card} trouble=${trouble} />`;
}

/** @param {{card: TournamentSummary, trouble: unknown}} props */
function Wall({ card, trouble }) {
  const view = useWindowSize();
  const standings = useStandings(card);
  const round = card.rounds.at(-1);
  const sheets = layOutSheets(view, round, (standings?.groups ?? []).map((one) => one.lines.length), card.phase === "finished");
  const marked = useNewResults(round);
  const { at, paused, turn, pause } = useSheetSwitch(sheets.length, sheets.findIndex((one) => one.kind === "tables" && one.tables.some((table) => table.table === marked.at(-1))), marked.join());
  const sheet = sheets[at] ?? sheets[0];
  const seen = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => seen.current?.style.setProperty("font-size", `${sheet?.size}px`), [sheet?.size]);
  return html`<main class="screen">
    <header class="screen-head">
      <h1><a href=${`/tournaments/${card.id}`}>${card.title}</a></h1>
      <p class="screen-round">${headline(card)}</p>
      ${round && round.progress !== "paired" && card.phase === "running" && html`<${Clock} round=${round} />`}
    </header>
    <div class="screen-sheet" ref=${seen}>
      ${sheet?.kind === "people" && html`<${People} card=${card} />`}
      ${sheet?.kind === "tables" && round && html`<${Tables} card=${card} round=${round} tables=${sheet.tables} marked=${marked} />`}
      ${sheet?.kind === "standings" && standings && html`<${Standings} card=${card} standings=${standings} sheet=${sheet} />`}
    </div>
    <footer class="screen-foot">
      <p role="status">${trouble ? t("screen.stale") : round && round.byes.length > 0 ? t("screen.byes", { names: round.byes.map((one) => nameWithNumber(card, one)).join(", ") }) : ""}</p>
      <div class="screen-turn">
        ${sheets.length > 1 && html`<button type="button" aria-label=${t("screen.before")} onClick=${() => turn(-1)}>‹</button>
          <span>${t("screen.sheet", { sheet: at + 1, sheets: sheets.length })}</span>
          <button type="button" aria-label=${t("screen.after")} onClick=${() => turn(1)}>›</button>
          <button type="button" aria-pressed=${paused} onClick=${pause}>${t(paused ? "screen.go_on" : "screen.pause")}</button>`}
        ${document.fullscreenEnabled && html`<button type="button" onClick=${() => void document.documentElement.requestFullscreen()}>${t("screen.full")}</button>`}
      </div>
    </footer>
  </main>`;
}

/** @param {TournamentSummary} card */
function headline(card) {
  const round = card.rounds.at(-1);
  if (!round || card.phase !== "running") return t(`tournament.phase.${card.phase}`);
  return `${roundName(round)} · ${progressText(round)}`;
}

/** Returns the current sheet. It switches after a while, at once if another sheet has new results, and by hand.
 * @param {number} count
 * @param {number} wanted the index of the sheet with new results, or -1
 * @param {string} news changes when there are new results
 */
function useSheetSwitch(count, wanted, news) {
  const [state, setState] = useState({ at: 0, paused: false, turned: 0 });
  const at = Math.min(state.at, count - 1);
  /** @param {number} by */
  const turn = (by) => setState((now) => ({ ...now, at: (Math.min(now.at, count - 1) + by + count) % count, turned: now.turned + 1 }));
  useEffect(() => {
    if (news && wanted >= 0) setState((now) => ({ ...now, at: wanted, turned: now.turned + 1 }));
  }, [news]);
  useEffect(() => {
    if (state.paused || count < 2) return;
    const timer = setTimeout(() => turn(1), TURN);
    return () => clearTimeout(timer);
  }, [state.paused, state.turned, count]);
  const pause = () => setState((now) => ({ ...now, paused: !now.paused }));
  useEffect(() => {
    const onKeyDown = (/** @type {KeyboardEvent} */ event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === "ArrowRight") turn(1);
      else if (event.key === "ArrowLeft") turn(-1);
      else if (event.key === " " && !(event.target instanceof HTMLButtonElement)) (event.preventDefault(), pause());
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [count]);
  return { at, paused: state.paused, turn, pause };
}

/** Returns the tables whose result arrived recently while the screen was open.
 * @param {import("../../../types.d.ts").RoundCard | undefined} round
 * @returns {number[]}
 */
function useNewResults(round) {
  const known = useRef({ round: -1, results: /** @type {Map<number, number>} */ (new Map()) });
  const [marked, setMarked] = useState(/** @type {number[]} */ ([]));
  useEffect(() => {
    const before = known.current;
    const came = before.round === (round?.round ?? 0) ? newResults(before.results, round) : [];
    known.current = { round: round?.round ?? 0, results: new Map((round?.tables ?? []).flatMap((one) => (one.result ? [[one.table, one.result.entry]] : []))) };
    if (before.round !== known.current.round) setMarked([]);
    if (came.length === 0) return;
    setMarked((now) => [...now.filter((one) => !came.includes(one)), ...came]);
    setTimeout(() => setMarked((now) => now.filter((one) => !came.includes(one))), NEW);
  }, [round]);
  return marked;
}

/** Returns the current standings of the current stage.
 * @param {TournamentSummary} card
 * @returns {TournamentStandings | null}
 */
function useStandings(card) {
  const [found, setFound] = useState(/** @type {TournamentStandings | null} */ (null));
  const begun = card.stages.length;
  useEffect(() => {
    if (begun === 0) return;
    const leaving = new AbortController();
    read(`/tournaments/${card.id}/standings`, {}, leaving.signal).then(setFound, () => {}); // the previous standings stay until the next reading
    return () => leaving.abort();
  }, [card.id, card.version, begun]);
  return found;
}

/** Returns the size of the page. */
function useWindowSize() {
  const now = () => ({ width: innerWidth, height: innerHeight });
  const [view, setView] = useState(now);
  useEffect(() => {
    const onResize = () => setView(now());
    addEventListener("resize", onResize);
    return () => removeEventListener("resize", onResize);
  }, []);
  return view;
}

/** Keeps the display awake while the page is visible, if the browser supports it. */
function useWakeLock() {
  useEffect(() => {
    const stay = () => void (document.hidden || navigator.wakeLock?.request("screen").catch(() => {}));
    stay();
    document.addEventListener("visibilitychange", stay);
    return () => document.removeEventListener("visibilitychange", stay);
  }, []);
}
