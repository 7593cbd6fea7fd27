/** The page of a match: the table, the replay and the embedded viewer are this one component. */

import { html, useEffect, useMemo, useReducer, useState } from "../dom.js";
import { load } from "../games/games.js";
import { player, usePlayer } from "../service/player.js";
import { Match } from "../timeline/match.js";
import { t, useLanguage } from "../words/words.js";
import { Header } from "./header.js";
import { Live } from "./live.js";
import { Replay } from "../replay/replay.js";
import { askOf, seatsOf } from "./seats.js";

/** @typedef {"table" | "replay" | "embed"} Mode */

/** What the address says about moment, viewer and speed.
 * @param {string} search
 */
export function moment(search) {
  const query = new URLSearchParams(search);
  const at = query.get("e");
  return { at: at !== null && /^\d{1,6}$/.test(at) ? Number(at) : null, viewer: query.get("p"), speed: Number(query.get("v")) || 1 };
}

/** @param {{id: string, mode: Mode}} props */
export function MatchPage({ id, mode }) {
  const [loaded, setLoaded] = useState(/** @type {any} */ (null));
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const somebody = usePlayer();
  useEffect(() => {
    let gone = false;
    /** @type {Match | null} */
    let match = null;
    setProblem(null);
    void (async () => {
      match = await Match.load(id);
      const { game, box } = await load(match.card.game);
      const wanted = moment(location.search);
      match.following = wanted.at === null && !match.finished;
      await match.look(wanted.viewer ?? usual(match));
      if (gone) return match.leave();
      if (!match.following) match.go(wanted.at ?? (mode === "table" ? match.last : match.timeline.begin));
      setLoaded({ match, game, box, speed: wanted.speed });
    })().catch((error) => gone || setProblem(error));
    return () => {
      gone = true;
      match?.leave();
    };
  }, [id, somebody?.token]);
  if (problem) return html`<main class="match-missing panel"><h1>${t("match.missing")}</h1><p>${problem.message}</p><a href="/">${t("common.lobby")}</a></main>`;
  if (!loaded) return html`<main class="match-loading" aria-busy="true"><p>${t("common.loading")}</p></main>`;
  return html`<${Opened} ...${loaded} mode=${mode} />`;
}

/** Whose eyes the page looks through when nobody is named: the own seat's, else a spectator's.
 * @param {Match} match
 */
function usual(match) {
  const own = match.card.seats.find((seat) => seat.player && seat.player === player()?.player);
  return own ? String(own.seat) : "spectator";
}

/** @param {{match: Match, game: import("../types.d.ts").Game, box: import("../types.d.ts").GameCard, speed: number, mode: Mode}} props */
function Opened({ match, game, box, speed, mode }) {
  useLanguage();
  const [, redraw] = useReducer((/** @type {number} */ n) => n + 1, 0);
  useEffect(() => match.listen(() => redraw(0)), [match]);
  const seats = useMemo(() => seatsOf(match), [match.card]);
  const view = match.timeline.view(match.at);
  const own = seats.find((seat) => seat.mine)?.seat ?? null;
  const ask = askOf(match);
  const board = view
    ? html`<${game.Table}
        components=${box.components}
        view=${view}
        before=${match.at > match.timeline.first ? match.timeline.view(match.at - 1) : null}
        line=${match.timeline.line(match.at)}
        seats=${seats}
        viewer=${match.viewer}
        own=${own}
        ask=${ask}
        turned=${/^\d+$/.test(match.viewer) ? Number(match.viewer) : (own ?? 0)}
      />`
    : html`<p class="match-before panel">${t("match.before_start")}</p>`;
  return html`<div class="match match-${mode}">
    ${mode !== "embed" && html`<${Header} match=${match} game=${game} seats=${seats} own=${own} mode=${mode} />`}
    ${mode !== "embed" && html`<${Live} match=${match} game=${game} box=${box} seats=${seats} own=${own} />`}
    <main class="match-board">
      ${board}
      ${view && html`<details class="match-description"><summary>${t("match.as_tables")}</summary><${game.Description} components=${box.components} view=${view} seats=${seats} /></details>`}
    </main>
    <${Replay} match=${match} game=${game} box=${box} seats=${seats} own=${own} mode=${mode} speed=${speed} />
  </div>`;
}
