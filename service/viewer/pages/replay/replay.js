/** The replay around a board: slider, buttons and badge below it, log and scores beside it; what is live is the end of it. */

import { html, useEffect, useMemo, useState } from "../../dom.js";
import { lazy } from "../../ui/lazy.js";
import { useMedia } from "../../ui/media.js";
import { Badge } from "../../ui/seat_badge.js";
import { t } from "../../words/words.js";
import { barPath, pathOf } from "./address.js";
import { Icon } from "./icons.js";
import { keep, kept } from "../../ui/kept.js";
import { useKeys } from "./keys.js";
import { Log } from "./log.js";
import { Scores } from "./scores.js";
import { sentenceOf } from "./sentences.js";
import { Slider, placeOf } from "./slider.js";
import { Spoken } from "./spoken.js";
import { Stage } from "./stage.js";
import { Now, Transport } from "./transport.js";
import { Viewers } from "./viewers.js";

const Overlays = lazy(() => import("./overlays.js").then((module) => module.Overlays));

/** What every part of the replay is given.
 * @typedef {object} Parts
 * @property {Stage} stage
 * @property {import("../../timeline/match.js").Match} match
 * @property {import("../../types.d.ts").Game} game
 * @property {import("../../types.d.ts").GameSummary} box
 * @property {import("../../types.d.ts").SeatInfo[]} seats
 * @property {number | null} own
 * @property {string} mode
 */

const ADDRESS_PAUSE = 400;
/** When the side stands beside the board, as the style sheets have it. */
const BESIDE = "(min-width: 64rem)";

/** The stage of a match, with its clock running as long as the page is there.
 * @param {import("../../timeline/match.js").Match} match
 * @param {import("../../types.d.ts").Game} game
 * @param {number} speed
 * @returns {Stage}
 */
export function useStage(match, game, speed) {
  const stage = useMemo(() => new Stage(match, game, speed), [match]);
  useEffect(() => stage.run(), [stage]);
  return stage;
}

/** @param {Parts & {onUndo?: (version: number) => void, onAside: (place: HTMLElement | null) => void, onFoot: (place: HTMLElement | null) => void}} props `onAside` is told where a question fits beside the board, else `onFoot` where its foot stands */
export function Replay(props) {
  const { stage, match, game, box, seats, own, mode, onAside, onFoot } = props;
  const beside = useMedia(BESIDE);
  useKeys(stage, own);
  useAddress(stage, match, mode);
  const line = match.timeline.line(match.at);
  const sentence = sentenceOf(line, seats, box.components, game, match.summary.referees);
  return html`${mode !== "embed" && html`<aside class="replay-side" aria-label=${t("replay.beside")}>
      ${beside && html`<div class="match-question" ref=${onAside}></div>`}
      <${Fold} name="scores" title=${t("replay.scores")}><${Scores} ...${props} /></${Fold}>
      ${game.report && html`<${Fold} name="report" title=${game.report.title()} shut=${true}><${game.report.Report} match=${match.id} seats=${seats} components=${box.components} at=${stage.cursor} begin=${stage.begin} last=${match.timeline.last} go=${(/** @type {number} */ version) => stage.go(version)} /></${Fold}>`}
      <${Fold} name="log" title=${t("replay.log")} count=${match.last}><${Log} ...${props} /></${Fold}>
    </aside>`}
    <div class="match-dock">
    ${mode !== "embed" && !beside && html`<div class="match-foot" ref=${onFoot}></div>`}
    <${Bar} ...${props} line=${line} sentence=${sentence} />
    </div>
    <${Spoken} text=${sentence} moving=${stage.moving} />
    ${stage.overlay && html`<${Overlays} ...${props} />`}`;
}

/** The bar at the foot. While a match goes on it is one line: the moment, whose eyes, what is live, and what opens the rest.
 * @param {Parts & {line: import("../../types.d.ts").Line | null, sentence: string}} props
 */
function Bar(props) {
  const { stage, match, game, mode, line, sentence } = props;
  const folds = mode === "table" && !match.finished;
  const whole = !folds || stage.whole;
  const struck = match.struck.has(match.at);
  return html`<section class=${`replay-bar ${whole ? "whole" : "line"}`} aria-label=${t("replay.title")} data-at=${stage.cursor} data-last=${match.last}>
    ${match.timeline.broken !== null && html`<p class="notice bad replay-broken" role="alert">${t("replay.broken", { good: match.last, bad: match.timeline.broken })}</p>`}
    <div class="replay-caption">
      <span class="replay-where-now">${match.timeline.view(match.at) && placeOf(game, match.timeline.view(match.at))}</span>
      <span class=${`replay-sentence ${struck ? "struck" : ""}`} title=${sentence}>${typeof line?.seat === "number" && html`<${Badge} seat=${line.seat} /> `}${struck ? html`<s>${sentence}</s>` : sentence}${stage.notes[match.at] && html` <em>✎ ${stage.notes[match.at]}</em>`}</span>
      <${Viewers} ...${props} />
      ${!whole && html`<${Now} stage=${stage} match=${match} />`}
      ${folds && html`<button type="button" class="replay-whole" aria-expanded=${whole} onClick=${() => stage.toggleWhole()}><span class="replay-chevron" aria-hidden="true"></span>${t("replay.title")}</button>`}
    </div>
    ${whole && html`<${Slider} ...${props} />
      <${Transport} ...${props}>
        ${mode === "embed" && html`<a class="replay-button replay-full" href=${pathOf(match.id, { at: stage.cursor, viewer: match.viewer, speed: stage.speed })} target="_blank" rel="noopener" title=${t("replay.full_page")} aria-label=${t("replay.full_page")}><${Icon} name="open" /></a>`}
      </${Transport}>`}
    ${stage.toast && html`<p class=${`replay-toast ${stage.toast.bad ? "bad" : ""}`} role="status">${stage.toast.text}</p>`}
  </section>`;
}

/** A part of the side that can be folded away, or is `shut` at first; this browser keeps which are.
 * @param {{name: string, title: string, count?: number, shut?: boolean, children?: any}} props
 */
function Fold({ name, title, count, shut = false, children }) {
  const [open, setOpen] = useState(() => kept(`fold.${name}`, !shut));
  const toggle = () => {
    keep(`fold.${name}`, !open);
    setOpen(!open);
  };
  return html`<section class=${`replay-fold replay-fold-${name} ${open ? "open" : ""}`}>
    <h2><button type="button" class="plain" aria-expanded=${open} onClick=${toggle}><span class="replay-chevron" aria-hidden="true"></span>${title}${count !== undefined && html` <span class="soft">${count}</span>`}</button></h2>
    ${open && children}
  </section>`;
}

/** Keeps the address bar at the moment that is shown, a few times a second at most.
 * @param {Stage} stage
 * @param {import("../../timeline/match.js").Match} match
 * @param {string} mode
 */
function useAddress(stage, match, mode) {
  const live = match.following || (mode === "table" && match.live);
  useEffect(() => {
    const timer = setTimeout(() => {
      const theme = new URLSearchParams(location.search).get("theme");
      const wanted = barPath(location.pathname + location.search, match.id, { at: match.at, viewer: match.viewer, speed: stage.speed, live, theme });
      if (wanted !== null) history.replaceState(history.state, "", wanted);
    }, ADDRESS_PAUSE);
    return () => clearTimeout(timer);
  }, [match.at, match.viewer, stage.speed, live]);
}
