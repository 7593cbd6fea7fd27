/** The buttons below the slider: stepping, playback, speed and position. */

import { html, memo, useState } from "../../dom.js";
import { SPEEDS } from "../../timeline/playback_clock.js";
import { language, t } from "../../words/words.js";
import { runAction } from "./actions.js";
import { Icon } from "../../ui/icons.js";

/** @typedef {import("./replay.js").Parts} Parts */

/** @param {Parts & {children?: any}} props */
export function Transport({ stage, match, own, mode, children }) {
  const [more, setMore] = useState(false);
  const finished = match.isFinished;
  /** @param {string} name @param {any} [extra] */
  const button = (name, extra = {}) => html`<${ActionButton} stage=${stage} own=${own} name=${name} spoken=${language()} ...${extra} />`;
  /** A button with a word below its icon. @param {string} name @param {any} [extra] */
  const tool = (name, extra = {}) => button(name, { worded: true, ...extra });
  return html`<div class="replay-transport" role="group" aria-label=${t("replay.transport")}>
    <div class="replay-group">
      ${button("start", { icon: "start", rare: true })} ${button("round_back", { rare: true })} ${button("turn_back", { rare: true })} ${button("step_back")}
      ${button("play", { icon: stage.isMoving ? "pause" : "play", label: t(stage.isMoving ? "replay.do.hold" : "replay.do.play"), strong: true })}
      ${button("step_on")} ${button("turn_on", { rare: true })} ${button("round_on", { rare: true })}
      ${finished ? button("end", { rare: true }) : html`<${LiveButton} stage=${stage} match=${match} />`}
    </div>
    <button type="button" class="replay-number" title=${`${t("replay.do.ask_where")} (g)`} onClick=${() => stage.open("where")}>
      <b>${stage.cursor}</b><span class="soft"> / ${match.last}</span><span class="unseen">. ${t("replay.do.ask_where")}</span>
    </button>
    <div class=${`replay-group replay-tools ${more ? "open" : ""}`} id="replay-tools">
      <${Speed} stage=${stage} speed=${stage.speed} spoken=${language()} />
      ${button("mark_back", { rare: true })} ${button("mark_on", { rare: true })}
      ${mode !== "embed" && html`${tool("compare", { pressed: stage.pinned !== null })} ${tool("text", { pressed: stage.text })} ${tool("turn_board")} ${tool("annotate", { icon: "note" })}
        ${finished && tool("fork")} ${finished && tool("verify")} ${tool("share")} ${tool("help")}`}
      ${children}
    </div>
    <button type="button" class="replay-button replay-more" aria-expanded=${more} aria-controls="replay-tools" aria-label=${t("replay.more")} title=${t("replay.more")} onClick=${() => setMore(!more)}><${Icon} name="more" /></button>
  </div>`;
}

/** The playback speed, in the language `spoken`. */
const Speed = memo((/** @type {{stage: import("./stage.js").Stage, speed: number, spoken: string}} */ { stage, speed, spoken }) => {
  const written = new Intl.NumberFormat(spoken);
  return html`<label class="replay-speed"><span class="unseen">${t("replay.speed")}</span>
    <select title=${`${t("replay.speed")} (, .)`} value=${String(speed)} onChange=${(/** @type {any} */ event) => stage.setSpeed(Number(event.target.value))}>
      ${speeds(speed).map((one) => html`<option key=${one} value=${String(one)} selected=${one === speed}>${written.format(one)}×</option>`)}
    </select>
  </label>`;
});

/** @param {number} speed */
const speeds = (speed) => (SPEEDS.includes(speed) ? SPEEDS : [...SPEEDS, speed].sort((a, b) => a - b));

const KEYS = /** @type {Record<string, string>} */ ({
  start: "Home", round_back: "↑", turn_back: "⇧ ←", step_back: "←", play: "Space", step_on: "→", turn_on: "⇧ →", round_on: "↓", end: "End",
  mark_back: "⇧ M", mark_on: "M", compare: "D", text: "T", turn_board: "F", annotate: "E", fork: "X", help: "?",
});

/** Returns the label of a key, which may differ between languages.
 * @param {string} key
 */
const keyFace = (key) => (key.length > 3 || key === "End" ? t(`replay.key.${key.toLowerCase()}`) : key);

/** A button for a named action, in the language `spoken`. */
const ActionButton = memo((/** @type {{stage: import("./stage.js").Stage, own: number | null, name: string, spoken: string, icon?: string, label?: string, rare?: boolean, strong?: boolean, worded?: boolean, pressed?: boolean}} */ { stage, own, name, icon = name, label = t(`replay.do.${name}`), rare, strong, worded, pressed }) => {
  const key = KEYS[name] ? ` (${keyFace(KEYS[name])})` : "";
  return html`<button type="button" data-does=${name} class=${`replay-button ${rare ? "rare" : ""} ${strong ? "strong" : ""}`} aria-label=${label} title=${label + key} aria-pressed=${pressed} onClick=${() => runAction(name, stage, own)}>
    <${Icon} name=${icon} />${worded && html`<span class="replay-word" aria-hidden="true">${t(`replay.word.${name}`)}</span>`}
  </button>`;
});

/** The button that returns to the live end, and shows how far away it is.
 * @param {{stage: import("./stage.js").Stage, match: import("../../timeline/match.js").Match}} props
 */
export function LiveButton({ stage, match }) {
  const behind = match.last - stage.cursor;
  const skips = stage.isBeforeQuestion && !stage.hurries; // another button skips to the question then
  const words = behind === 0 ? t("replay.now") : t(match.own !== null && stage.asked ? "replay.now_asked" : "replay.now_behind", { count: behind });
  return html`<button type="button" class=${`replay-now ${behind === 0 ? "live" : "primary"}`} style=${{ visibility: skips ? "hidden" : "visible" }} aria-pressed=${behind === 0 && match.following} title=${`${t("replay.do.end_live")} (${t("replay.key.end")})`} aria-label=${`${t("replay.do.end_live")}. ${words}`} onClick=${() => stage.end()}>
    <span class="replay-dot" aria-hidden="true"></span>${words}
  </button>`;
}
