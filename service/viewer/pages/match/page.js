/** The page of a match. The table, the replay and the embedded viewer are modes of this component. */

import { Throttled, html, useEffect, useMemo, useReducer, useRef, useState } from "../../dom.js";
import { lazy } from "../../ui/lazy.js";
import { readSetting } from "../../ui/settings.js";
import { load, preload } from "../../games/games.js";
import { gameName } from "../../ui/game_name.js";
import { Dock, useStage } from "../replay/replay.js";
import { Side } from "../replay/side.js";
import { useMedia } from "../../ui/media.js";
import { usePlayer } from "../../api/player.js";
import { chooseViewer } from "../../timeline/viewers.js";
import { Match } from "../../timeline/match.js";
import { t, useLanguage } from "../../words/words.js";
import { Board } from "./board.js";
import { Connection } from "./connection.js";
import { Header, Players } from "./header.js";
import { Live } from "./live.js";
import { Missing } from "./missing.js";
import { BESIDE, useContainers } from "../replay/containers.js";
import { askOf, seatsOf, stillPlays } from "./seats.js";
import { useUndo } from "./use_undo.js";

const Rules = lazy(() => import("../replay/how_to.js").then((module) => module.Rules), { words: ["how_to"], styles: ["style/how_to.css"] });
/** Animations are loaded with the first step, or at once in a running match. A replay opens without waiting for them. */
const Moving = lazy(() => import("../replay/animations.js").then((module) => module.Animations));
const Hint = lazy(() => import("../replay/hint.js").then((module) => module.Hint), { words: ["hints"] });
const Coach = lazy(() => import("./coach.js").then((module) => module.Coach), { words: ["lesson"], styles: ["style/coach.css"] });
const TurnCall = lazy(() => import("./turn_alert.js").then((module) => module.TurnAlert), { words: ["playing"] });
const NextTable = lazy(() => import("./next_table.js").then((module) => module.NextTable), { words: ["tournament", "stages", "result"], styles: ["style/result.css"] });
const Result = lazy(() => import("./result.js").then((module) => module.Result), { words: ["lobby", "result"], styles: ["style/result.css"] });

/**
 * @typedef {"table" | "replay" | "embed"} Mode
 * @typedef {{match: Match, game: import("../../types.d.ts").Game, box: import("../../types.d.ts").GameSummary, speed: number, plays: boolean}} Loaded
 */

/** Returns the version, viewer and speed in the address.
 * @param {string} search
 */
function readAddress(search) {
  const query = new URLSearchParams(search);
  const at = query.get("e");
  return { at: at !== null && /^\d{1,6}$/.test(at) ? Number(at) : null, viewer: query.get("p"), speed: Number(query.get("v")) || 1 };
}

/** @param {{id: string, mode: Mode, summary?: Promise<import("../../types.d.ts").MatchSummary>}} props `summary` is given if it was already requested */
export function MatchPage({ id, mode, summary }) {
  useLanguage();
  const [loaded, setLoaded] = useState(/** @type {Loaded | null} */ (null));
  const [problem, setProblem] = useState(/** @type {Error | null} */ (null));
  const [tries, again] = useReducer((/** @type {number} */ n) => n + 1, 0);
  const first = useRef(summary);
  const somebody = usePlayer();
  const token = loaded ? "" : (somebody?.token ?? "");
  useEffect(() => {
    if (loaded) return;
    let gone = false;
    const asked = first.current;
    first.current = undefined;
    loadMatch(id, mode, () => gone, asked).then(
      (found) => {
        if (gone) return found.match.leave();
        setProblem(null);
        setLoaded(found);
      },
      (error) => gone || setProblem(error),
    );
    return () => void (gone = true);
  }, [id, token, tries]);
  useEffect(() => () => loaded?.match.leave(), [loaded]);
  if (loaded) return html`<${LoadedMatch} ...${loaded} mode=${mode} />`;
  if (problem) return html`<${Missing} key=${tries} id=${id} problem=${problem} again=${() => again(0)} bare=${mode === "embed"} />`;
  return html`<main class="match-loading" aria-busy="true"><h1 class="unseen">${t("common.title")}</h1><p>${t("common.loading")}</p></main>`;
}

/** Loads a match at the version and for the viewer in the address, if that viewer is allowed.
 * A match between bots is shown from its beginning, because it may last only seconds.
 * @param {string} id
 * @param {Mode} mode
 * @param {() => boolean} gone
 * @param {Promise<import("../../types.d.ts").MatchSummary>} [summary]
 * @returns {Promise<Loaded>}
 */
async function loadMatch(id, mode, gone, summary) {
  const match = await Match.load(id, undefined, summary);
  const wanted = readAddress(location.search);
  const plays = wanted.at === null && match.isOfBots && (mode === "table" || !match.isFinished);
  match.following = wanted.at === null && !match.isFinished;
  const eyes = chooseViewer(match.summary, match.means.player(), wanted.viewer ?? (mode === "embed" ? "spectator" : null));
  // The replay is requested first, because the service has to compute it. The other answers are ready to be sent.
  const looked = gone() || match.watchAs(eyes);
  const opened = load(match.summary.game);
  // Only a player is asked to choose.
  if (!match.isFinished && Number.isInteger(Number(eyes))) preload(`${match.summary.game}-live`);
  const [{ game, box }] = await Promise.all([opened, looked]).catch((error) => {
    match.leave();
    throw error;
  });
  if (wanted.at !== null) match.go(wanted.at);
  else if (plays || (match.isFinished && mode !== "table")) match.go(match.timeline.openingVersion(game));
  else match.goLive();
  if (plays) match.following = false;
  if (mode === "replay" && match.isFinished && match.summary.event && readSetting("hide_results", false)) match.timeline.limit = match.at;
  return { match, game, box, speed: wanted.speed, plays };
}

/** @param {Loaded & {mode: Mode}} props */
function LoadedMatch({ match, game, box, speed, plays, mode }) {
  const language = useLanguage();
  const [, redraw] = useReducer((/** @type {number} */ n) => n + 1, 0);
  useEffect(() => match.listen(() => redraw(0)), [match]);
  useAttention(match);
  useIdentity(match);
  useEffect(loadExplanations, []);
  const own = match.own;
  const seats = useMemo(() => seatsOf(match), [match.summary, own, language]);
  const asked = mode === "embed" ? null : match.question;
  const ask = useMemo(() => (asked ? askOf(match) : null), [match, asked, match.summary, match.requests.busy, match.requests.problem]);
  const stage = useStage(match, game, speed, plays);
  const parts = { stage, match, game, box, seats, own, mode };
  const undo = useUndo(parts);
  const places = useContainers();
  const beside = useMedia(BESIDE);
  const waiting = own !== null && (seats[own]?.waiting ?? false);
  useEffect(() => {
    document.title = titleOf({ game: gameName(match.summary.game), status: match.summary.status, own, waiting });
  }, [match.summary, own, waiting, language]);
  const stands = match.timeline.view(match.last) !== null;
  const seated = mode === "table" && own !== null;
  const coach = seated && match.summary.tutorial && html`<${Coach} match=${match} game=${game} own=${own} />`;
  const hint = seated && !coach && html`<${Hint} match=${match} />`;
  const around = { ...parts, places, beside, hint, coach, onUndo: undo.possible ? undo.start : undefined };
  return html`<div class=${`match match-${mode}`} data-game=${match.summary.game} data-stands=${stands ? "" : null} aria-busy=${match.pendingViewer !== null} data-plays=${mode !== "embed" && stillPlays(match, own) ? "" : null} data-rushing=${stage.rushing || stage.backwards ? "" : null}>
    ${
      mode !== "embed" &&
      html`<a class="match-skip" href="#board">${t("match.skip")}</a>
        <div class="match-top"><${Throttled} rushing=${stage.isMovingFast}><${Header} ...${parts} /><//>
          ${match.isFinished && match.summary.event && own !== null && html`<${NextTable} match=${match} event=${match.summary.event} />`}</div>`
    }
    ${mode === "embed" ? html`<h1 class="unseen">${gameName(match.summary.game)}</h1><div class="match-live">${stands && html`<${Players} ...${parts} />`}<${Connection} match=${match} /></div>` : html`<${Throttled} rushing=${stage.isMovingFast}><${Live} ...${parts} undo=${undo} /><//>`}
    <div class="match-body">
      ${!beside && coach}
      ${match.isFinished && mode === "table" && html`<${Result} ...${parts} />`}
      ${!beside && !coach && hint}
      <main class="match-board" id="board" tabindex="-1" onClick=${() => stage.skipToQuestion()}><${Board} ...${parts} ask=${ask} places=${places} /></main>
      ${stands && mode !== "embed" && html`<${Throttled} rushing=${stage.isMovingFast}><${Side} ...${around} /><//>`}
    </div>
    ${stands && html`<${Dock} ...${around} />`}
    ${(stage.stepped || !match.isFinished) && html`<${Moving} ...${parts} />`}
    ${own !== null && mode !== "embed" && html`<${TurnCall} match=${match} waiting=${match.summary.status === "running" && waiting} />`}
    ${stage.overlay === "rules" && html`<${Rules} ...${parts} />`}
  </div>`;
}

/** Retries when the network returns or changes, or when the page becomes visible. Disconnects when the page is hidden.
 * @param {Match} match
 */
function useAttention(match) {
  useEffect(() => {
    const again = () => {
      if (!document.hidden) match.tryAgain();
    };
    const onHide = () => match.disconnect();
    const reconnect = () => match.tryAgain(true);
    addEventListener("online", reconnect);
    addEventListener("offline", reconnect);
    addEventListener("pageshow", again);
    addEventListener("pagehide", onHide);
    document.addEventListener("visibilitychange", again);
    return () => {
      removeEventListener("online", reconnect);
      removeEventListener("offline", reconnect);
      removeEventListener("pageshow", again);
      removeEventListener("pagehide", onHide);
      document.removeEventListener("visibilitychange", again);
    };
  }, [match]);
}

/** Loads the explanations at once on touch screens, and with the first key press elsewhere. Mouse users have tooltips. */
function loadExplanations() {
  let stop = () => {};
  let left = false;
  const begin = () =>
    import("../../ui/explain.js").then(
      ({ listenForExplanations }) => void (left || (stop = listenForExplanations())),
      () => {},
    );
  if (matchMedia("(any-pointer: coarse)").matches) void begin();
  else addEventListener("keydown", begin, { once: true });
  return () => {
    left = true;
    removeEventListener("keydown", begin);
    stop();
  };
}

/** Chooses the viewer again when the user signs in or out.
 * @param {Match} match
 */
function useIdentity(match) {
  const token = usePlayer()?.token;
  const before = useRef(token);
  useEffect(() => {
    if (before.current === token) return;
    before.current = token;
    void match.chooseViewerAgain();
  }, [match, token]);
}

/** Returns the title of the browser tab: the game, and whether the user has to act.
 * @param {{game: string, status: string, own: number | null, waiting: boolean}} props
 * @returns {string}
 */
function titleOf({ game, status, own, waiting }) {
  if (status === "running" && own !== null && waiting) return `● ${t("match.title.turn")} – ${game}`;
  if (status === "finished") return `${game} – ${t("common.status.finished")} – ${t("common.title")}`;
  return `${game} – ${t("common.title")}`;
}
