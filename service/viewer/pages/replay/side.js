/** The side column: the question, the game's panels, scores and log. On phones it is at the end of the page. */

import { html, useEffect, useState } from "../../dom.js";
import { saveSetting, readSetting } from "../../ui/settings.js";
import { lazy } from "../../ui/lazy.js";
import { t } from "../../words/words.js";
import { Log } from "./log.js";
import { Scores, useScores } from "./scores.js";

const HowWon = lazy(() => import("./how_won.js").then((module) => module.HowWon), { words: ["result"], styles: ["style/result.css"] });
const Analysis = lazy(() => import("./analysis.js").then((module) => module.Analysis), { words: ["analysis", "fork"], styles: ["style/times.css", "style/analysis.css"] });
const Times = lazy(() => import("./times.js").then((module) => module.Times), { words: ["times"], styles: ["style/times.css"] });

/** @param {import("./replay.js").Parts & {beside: boolean, places: import("./containers.js").Containers, hint: any, coach: any}} props `beside` if the window is wide enough for the question and the game's panels */
export function Side(props) {
  const { stage, match, game, box, seats, own, mode, beside, places, hint, coach } = props;
  const scores = useScores(props);
  const known = mode === "replay" && match.isFinished && !match.hidesEnd;
  return html`<aside class="replay-side" aria-label=${t("replay.beside")}>
    ${beside && coach}
    ${match.hidesEnd && html`<p class="notice">${t("replay.hidden")} <button type="button" onClick=${() => stage.showRest()}>${t("replay.hidden.show")}</button></p>`}
    ${beside && html`<div class="match-question" ref=${places.at("aside")}></div>`}
    <div class="match-rest more-down">
      ${beside && hint}
      ${beside && html`<div class="match-beside" ref=${places.at("beside")}></div>`}
      ${(scores.tells || scores.hides) && html`<${Fold} name="scores" title=${t("replay.scores")}><${Scores} ...${props} scores=${scores} /></${Fold}>`}
      ${known && html`<${Fold} name="result" title=${t("replay.result")} shut=${true}><${HowWon} match=${match} game=${game} box=${box} seats=${seats} analysis=${stage.analysis} go=${(/** @type {number} */ version) => stage.go(version)} /></${Fold}>`}
      ${known && html`<${Fold} name="analysis" title=${t("replay.analysis")} shut=${true}><${Analysis} ...${props} /></${Fold}>`}
      ${known && html`<${Fold} name="times" title=${t("replay.times")} shut=${true}><${Times} ...${props} /></${Fold}>`}
      ${game.report && !match.hidesEnd && html`<${Fold} name="report" title=${game.report.title()} shut=${true}><${game.report.Report} match=${match.id} seats=${seats} components=${box.components} at=${stage.cursor} begin=${stage.begin} last=${match.timeline.last} go=${(/** @type {number} */ version) => stage.go(version)} /></${Fold}>`}
      <${Fold} name="log" title=${t("replay.log")} count=${match.last} onShut=${() => own !== null && !match.isFinished && !match.isLive && stage.end()}><${Log} ...${props} /></${Fold}>
    </div>
  </aside>`;
}

/** A section that can be folded. If `shut`, it is folded at first. The browser stores the user's choice. The fragment of an address opens one.
 * @param {{name: string, title: string, count?: number, shut?: boolean, onShut?: () => void, children?: any}} props
 */
function Fold({ name, title, count, shut = false, onShut, children }) {
  const asked = location.hash === `#${name}`;
  const [open, setOpen] = useState(() => asked || readSetting(`fold.${name}`, !shut));
  useEffect(() => {
    if (asked) document.querySelector(`.replay-fold-${name}`)?.scrollIntoView();
  }, []);
  const toggle = () => {
    saveSetting(`fold.${name}`, !open);
    setOpen(!open);
    if (open) onShut?.();
  };
  return html`<section class=${`replay-fold replay-fold-${name} ${open ? "open" : ""}`}>
    <h2><button type="button" class="plain" aria-expanded=${open} onClick=${toggle}><span class="replay-chevron" aria-hidden="true"></span>${title}${count !== undefined && html` <span class="soft">${count}</span>`}</button></h2>
    ${open && children}
  </section>`;
}
