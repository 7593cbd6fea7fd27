/** The buttons below the slider: back and forth, play and hold, how fast, and where one is. */

import { html, memo, useState } from "../../dom.js";
import { SPEEDS } from "../../timeline/pace.js";
import { language, t } from "../../words/words.js";
import { act } from "./actions.js";
import { Icon } from "../../ui/icons.js";

/** @typedef {import("./replay.js").Parts} Parts */

/** @param {Parts & {children?: any}} props */
export function Transport({ stage, match, own, mode, children }) {
  const [more, setMore] = useState(false);
  const finished = match.finished;
  /** @param {string} name @param {any} [extra] */
  const button = (name, extra = {}) => html`<${Do} stage=${stage} own=${own} name=${name} spoken=${language()} ...${extra} />`;
  return html`<div class="replay-transport" role="group" aria-label=${t("replay.transport")}>
    <div class="replay-group">
      ${button("start", { icon: "start", rare: true })} ${button("round_back", { rare: true })} ${button("turn_back", { rare: true })} ${button("step_back")}
      ${button("play", { icon: stage.moving ? "pause" : "play", label: t(stage.moving ? "replay.do.hold" : "replay.do.play"), strong: true })}
      ${button("step_on")} ${button("turn_on", { rare: true })} ${button("round_on", { rare: true })}
      ${finished ? button("end", { rare: true }) : html`<${Now} stage=${stage} match=${match} />`}
    </div>
    <button type="button" class="replay-number" title=${`${t("replay.do.ask_where")} (g)`} onClick=${() => stage.open("where")}>
      <b>${stage.cursor}</b><span class="soft"> / ${match.last}</span><span class="unseen">. ${t("replay.do.ask_where")}</span>
    </button>
    <div class=${`replay-group replay-tools ${more ? "open" : ""}`} id="replay-tools">
      <${Speed} stage=${stage} speed=${stage.speed} spoken=${language()} />
      ${button("mark_back", { rare: true })} ${button("mark_on", { rare: true })}
      ${mode !== "embed" && html`${button("compare", { pressed: stage.pinned !== null })} ${button("text", { pressed: stage.text })} ${button("turn_board")} ${button("annotate", { icon: "note" })}
        ${finished && button("fork")} ${finished && button("verify")} ${button("share")} ${button("help")}`}
      ${children}
    </div>
    <button type="button" class="replay-button replay-more" aria-expanded=${more} aria-controls="replay-tools" aria-label=${t("replay.more")} title=${t("replay.more")} onClick=${() => setMore(!more)}><${Icon} name="more" /></button>
  </div>`;
}

/** How fast it plays, in the language that is `spoken`. */
const Speed = memo((/** @type {{stage: import("./stage.js").Stage, speed: number, spoken: string}} */ { stage, speed, spoken }) => {
  const written = new Intl.NumberFormat(spoken);
  return html`<label class="replay-speed"><span class="unseen">${t("replay.speed")}</span>
    <select title=${`${t("replay.speed")} (, .)`} value=${String(speed)} onChange=${(/** @type {any} */ event) => stage.setSpeed(Number(event.target.value))}>
      ${speeds(speed).map((one) => html`<option value=${String(one)} selected=${one === speed}>${written.format(one)}×</option>`)}
    </select>
  </label>`;
});

/** @param {number} speed */
const speeds = (speed) => (SPEEDS.includes(speed) ? SPEEDS : [...SPEEDS, speed].sort((a, b) => a - b));

const KEYS = /** @type {Record<string, string>} */ ({
  start: "Home", round_back: "↑", turn_back: "⇧ ←", step_back: "←", play: "Space", step_on: "→", turn_on: "⇧ →", round_on: "↓", end: "End",
  mark_back: "⇧ M", mark_on: "M", compare: "D", text: "T", turn_board: "F", annotate: "E", fork: "X", help: "?",
});

/** What is printed on a key: some are named otherwise in other languages.
 * @param {string} key
 */
const keyFace = (key) => (key.length > 3 || key === "End" ? t(`replay.key.${key.toLowerCase()}`) : key);

/** A button that does something that has a name, in the language that is `spoken`. */
const Do = memo((/** @type {{stage: import("./stage.js").Stage, own: number | null, name: string, spoken: string, icon?: string, label?: string, rare?: boolean, strong?: boolean, pressed?: boolean}} */ { stage, own, name, icon = name, label = t(`replay.do.${name}`), rare, strong, pressed }) => {
  const key = KEYS[name] ? ` (${keyFace(KEYS[name])})` : "";
  return html`<button type="button" data-does=${name} class=${`replay-button ${rare ? "rare" : ""} ${strong ? "strong" : ""}`} aria-label=${label} title=${label + key} aria-pressed=${pressed} onClick=${() => act(name, stage, own)}>
    <${Icon} name=${icon} />
  </button>`;
});

/** Back to what happens now; says how far away that is.
 * @param {{stage: import("./stage.js").Stage, match: import("../../timeline/match.js").Match}} props
 */
export function Now({ stage, match }) {
  const behind = match.last - stage.cursor;
  const words = behind === 0 ? t("replay.now") : t("replay.now_behind", { count: behind });
  return html`<button type="button" class=${`replay-now ${behind === 0 ? "live" : ""}`} aria-pressed=${behind === 0 && match.following} title=${`${t("replay.do.end_live")} (${t("replay.key.end")})`} aria-label=${`${t("replay.do.end_live")}. ${words}`} onClick=${() => stage.end()}>
    <span class="replay-dot" aria-hidden="true"></span>${words}
  </button>`;
}
