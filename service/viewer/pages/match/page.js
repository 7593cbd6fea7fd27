/** The page of a match: the table, the replay and the embedded viewer are this one component. */

import { Seldom, html, useEffect, useMemo, useReducer, useRef, useState } from "../../dom.js";
import { lazy } from "../../ui/lazy.js";
import { load } from "../../games/games.js";
import { gameName } from "../../ui/game_name.js";
import { Dock, useStage } from "../replay/replay.js";
import { Side } from "../replay/side.js";
import { useMedia } from "../../ui/media.js";
import { usePlayer } from "../../api/player.js";
import { usualEyes } from "../../timeline/eyes.js";
import { Match } from "../../timeline/match.js";
import { t, useLanguage } from "../../words/words.js";
import { Board } from "./board.js";
import { Connection } from "./connection.js";
import { Header, Players } from "./header.js";
import { Live } from "./live.js";
import { Missing } from "./missing.js";
import { BESIDE, usePlaces } from "../replay/places.js";
import { askOf, seatsOf, stillPlays } from "./seats.js";
import { useUndo } from "./take_back.js";

const Rules = lazy(() => import("../replay/how_to.js").then((module) => module.Rules), { words: ["how_to"], styles: ["style/how_to.css"] });
/** What moves comes with the first step, or where a match goes on: whoever opens a replay need not wait for it. */
const Moving = lazy(() => import("../replay/moving.js").then((module) => module.Moving));
const Hint = lazy(() => import("../replay/hint.js").then((module) => module.Hint), { words: ["hints"], styles: ["style/hint.css"] });
const TurnCall = lazy(() => import("./turn_call.js").then((module) => module.TurnCall), { words: ["playing"] });
const Result = lazy(() => import("./result.js").then((module) => module.Result), { words: ["lobby", "result"], styles: ["style/result.css"] });

/**
 * @typedef {"table" | "replay" | "embed"} Mode
 * @typedef {{match: Match, game: import("../../types.d.ts").Game, box: import("../../types.d.ts").GameSummary, speed: number}} Loaded
 */

/** What the address says about moment, viewer and speed.
 * @param {string} search
 */
function moment(search) {
  const query = new URLSearchParams(search);
  const at = query.get("e");
  return { at: at !== null && /^\d{1,6}$/.test(at) ? Number(at) : null, viewer: query.get("p"), speed: Number(query.get("v")) || 1 };
}

/** @param {{id: string, mode: Mode, summary?: Promise<import("../../types.d.ts").MatchSummary>}} props `summary` where it was asked for already */
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
    opened(id, mode, () => gone, asked).then(
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
  if (loaded) return html`<${Opened} ...${loaded} mode=${mode} />`;
  if (problem) return html`<${Missing} key=${tries} id=${id} problem=${problem} again=${() => again(0)} bare=${mode === "embed"} />`;
  return html`<main class="match-loading" aria-busy="true"><p>${t("common.loading")}</p></main>`;
}

/** A match at the moment and through the eyes that the address names, where they may be had.
 * @param {string} id
 * @param {Mode} mode
 * @param {() => boolean} gone
 * @param {Promise<import("../../types.d.ts").MatchSummary>} [summary]
 * @returns {Promise<Loaded>}
 */
async function opened(id, mode, gone, summary) {
  const match = await Match.load(id, undefined, summary);
  const wanted = moment(location.search);
  match.following = wanted.at === null && !match.finished;
  const eyes = usualEyes(match.summary, match.means.player(), wanted.viewer ?? (mode === "embed" ? "spectator" : null));
  // The replay is asked for first: the service has to make it, while all else lies ready.
  const looked = gone() || match.look(eyes);
  const [{ game, box }] = await Promise.all([load(match.summary.game), looked]).catch((error) => {
    match.leave();
    throw error;
  });
  if (wanted.at !== null) match.go(wanted.at);
  else if (match.finished) match.go(mode === "table" ? match.last : match.timeline.begin(game));
  else match.goLive();
  return { match, game, box, speed: wanted.speed };
}

/** @param {Loaded & {mode: Mode}} props */
function Opened({ match, game, box, speed, mode }) {
  const language = useLanguage();
  const [, redraw] = useReducer((/** @type {number} */ n) => n + 1, 0);
  useEffect(() => match.listen(() => redraw(0)), [match]);
  useAttention(match);
  useIdentity(match);
  useEffect(explained, []);
  const own = match.own;
  const seats = useMemo(() => seatsOf(match), [match.summary, own, language]);
  const asked = mode === "embed" ? null : match.asked;
  const ask = useMemo(() => (asked ? askOf(match) : null), [match, asked, match.summary, match.acting.busy, match.acting.problem]);
  const stage = useStage(match, game, speed);
  const parts = { stage, match, game, box, seats, own, mode };
  const undo = useUndo(parts);
  const places = usePlaces();
  const beside = useMedia(BESIDE);
  const waiting = own !== null && (seats[own]?.waiting ?? false);
  useEffect(() => {
    document.title = titleOf({ game: gameName(match.summary.game), status: match.summary.status, own, waiting });
  }, [match.summary, own, waiting, language]);
  const stands = match.timeline.view(match.last) !== null;
  const hint = mode === "table" && own !== null && html`<${Hint} match=${match} />`;
  const around = { ...parts, places, beside, hint, onUndo: undo.possible ? undo.start : undefined };
  return html`<div class=${`match match-${mode}`} data-game=${match.summary.game} data-stands=${stands ? "" : null} aria-busy=${match.looking !== null} data-plays=${mode !== "embed" && stillPlays(match, own) ? "" : null} data-rushing=${stage.rushing || stage.backwards ? "" : null}>
    ${
      mode !== "embed" &&
      html`<a class="match-skip" href="#board">${t("match.skip")}</a>
        <div class="match-top"><${Seldom} rushing=${stage.speeding}><${Header} ...${parts} /><//></div>`
    }
    ${mode === "embed" ? html`<h1 class="unseen">${gameName(match.summary.game)}</h1><div class="match-live">${stands && html`<${Players} ...${parts} />`}<${Connection} match=${match} /></div>` : html`<${Seldom} rushing=${stage.speeding}><${Live} ...${parts} undo=${undo} /><//>`}
    <div class="match-body">
      ${match.finished && mode === "table" && html`<${Result} ...${parts} />`}
      ${!beside && hint}
      <main class="match-board" id="board" tabindex="-1" onClick=${() => stage.hurry()}><${Board} ...${parts} ask=${ask} places=${places} /></main>
      ${stands && mode !== "embed" && html`<${Seldom} rushing=${stage.speeding}><${Side} ...${around} /><//>`}
    </div>
    ${stands && html`<${Dock} ...${around} />`}
    ${(stage.stepped || !match.finished) && html`<${Moving} ...${parts} />`}
    ${own !== null && mode !== "embed" && html`<${TurnCall} match=${match} waiting=${match.summary.status === "running" && waiting} />`}
    ${stage.overlay === "rules" && html`<${Rules} ...${parts} />`}
  </div>`;
}

/** Tries again as soon as there is hope, or doubt: the network is back or gone, or somebody looks at the page again.
 * @param {Match} match
 */
function useAttention(match) {
  useEffect(() => {
    const again = () => {
      if (!document.hidden) match.tryAgain();
    };
    const left = () => match.rest();
    const anew = () => match.tryAgain(true);
    addEventListener("online", anew);
    addEventListener("offline", anew);
    addEventListener("pageshow", again);
    addEventListener("pagehide", left);
    document.addEventListener("visibilitychange", again);
    return () => {
      removeEventListener("online", anew);
      removeEventListener("offline", anew);
      removeEventListener("pageshow", again);
      removeEventListener("pagehide", left);
      document.removeEventListener("visibilitychange", again);
    };
  }, [match]);
}

/** Lets things explain themselves to whoever has a finger on the page, or a first key pressed; a mouse needs no more than titles. */
function explained() {
  let stop = () => {};
  let left = false;
  const begin = () =>
    import("../../ui/explain.js").then(
      ({ explaining }) => void (left || (stop = explaining())),
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

/** Follows whoever signs in or out while the match is open.
 * @param {Match} match
 */
function useIdentity(match) {
  const token = usePlayer()?.token;
  const before = useRef(token);
  useEffect(() => {
    if (before.current === token) return;
    before.current = token;
    void match.recognise();
  }, [match, token]);
}

/** What the browser's tab says: the game, and whether the own answer is awaited.
 * @param {{game: string, status: string, own: number | null, waiting: boolean}} props
 * @returns {string}
 */
function titleOf({ game, status, own, waiting }) {
  if (status === "running" && own !== null && waiting) return `● ${t("match.title.turn")} – ${game}`;
  if (status === "finished") return `${game} – ${t("common.status.finished")} – ${t("common.title")}`;
  return `${game} – ${t("common.title")}`;
}
