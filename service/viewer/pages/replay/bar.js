/** The bar at the bottom of a match: the caption, the viewer, the slider and the buttons. */

import { html } from "../../dom.js";
import { lazy } from "../../ui/lazy.js";
import { Badge } from "../../ui/seat_badge.js";
import { t } from "../../words/words.js";
import { pathOf } from "./address.js";
import { Icon } from "../../ui/icons.js";
import { Slider, phaseOf } from "./slider.js";
import { LiveButton, Transport } from "./transport.js";
import { Viewers } from "./viewers.js";

const Branch = lazy(() => import("./branch.js").then((module) => module.Branch), { words: ["branch"], styles: ["style/branch.css"] });

const Chances = lazy(() => import("./chances.js").then((module) => module.Chances), { words: ["analysis"], styles: ["style/analysis.css"] });

/** While people play a match, the bar is one line: position, viewer, the live button, and a button that opens the rest.
 * @param {import("./replay.js").Parts & {line: import("../../types.d.ts").Line | null, sentence: string}} props
 */
export function Bar(props) {
  const { stage, match, game, mode, line, sentence } = props;
  const folds = mode === "table" && !match.isFinished && !match.isOfBots;
  const whole = !folds || stage.whole;
  const struck = match.takenBack.has(match.at);
  // A list by seats is longer than a phone's bar. The board shows it too, so its beginning is enough there.
  const brief = sentence.includes("; ") ? sentence.slice(0, sentence.indexOf(". ") + 1) : "";
  const said = brief ? html`<span class="long">${sentence}</span><span class="short" aria-hidden="true">${brief}</span>` : sentence;
  return html`<section class=${`replay-bar ${whole ? "whole" : "line"}`} aria-label=${t("replay.title")} data-at=${stage.cursor} data-last=${match.last}>
    ${match.timeline.broken !== null && html`<p class="notice bad replay-broken" role="alert">${t("replay.broken", { good: match.last, bad: match.timeline.broken })}</p>`}
    ${match.takenBack.size > 0 && html`<${Branch} stage=${stage} match=${match} />`}
    <div class="replay-caption">
      <span class="replay-where-now">${match.timeline.view(match.at) && phaseOf(game, match.timeline.view(match.at))}</span>
      <span class=${`replay-sentence ${struck ? "struck" : ""}`} title=${sentence}>${typeof line?.seat === "number" && html`<${Badge} seat=${line.seat} /> `}${struck ? html`<s>${said}</s>` : said}${stage.notes[match.at] && html` <em>✎ ${stage.notes[match.at]}</em>`}</span>
      <${Viewers} ...${props} />
      ${!whole && html`<${LiveButton} stage=${stage} match=${match} />`}
      ${folds && html`<button type="button" class="replay-whole" aria-expanded=${whole} onClick=${() => stage.toggleWhole()}><span class="replay-chevron" aria-hidden="true"></span>${t("replay.title")}</button>`}
    </div>
    ${whole && html`<${Slider} ...${props} />
      ${stage.analysis && html`<${Chances} stage=${stage} match=${match} seats=${props.seats} found=${stage.analysis} />`}
      <${Transport} ...${props}>
        ${mode === "embed" && html`<a class="replay-button replay-full" href=${pathOf(match.id, { at: stage.cursor, viewer: match.viewer, speed: stage.speed })} target="_blank" rel="noopener" title=${t("replay.full_page")} aria-label=${t("replay.full_page")}><${Icon} name="open" /></a>`}
      </${Transport}>`}
    ${stage.toast && html`<p class=${`replay-toast ${stage.toast.bad ? "bad" : ""}`} role="status">${stage.toast.text}</p>`}
  </section>`;
}
