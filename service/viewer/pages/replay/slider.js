/** The slider: the position in the match, each seat's lines, and marks. */

import { html, memo, useMemo, useRef } from "../../dom.js";
import { useWidth } from "../../ui/width.js";
import { t } from "../../words/words.js";
import { nameOf, seatsAt, sentenceOf } from "./sentences.js";
import { findRuns, groupMarks, tickPaths } from "./ticks.js";

/** @typedef {import("./replay.js").Parts} Parts */

/** Pixels that each mark has for a finger. */
export const MARK_WIDTH = 24;

/** @param {Parts} props */
export function Slider({ stage, match, game, box, seats }) {
  const { timeline, takenBack } = match;
  const { first, last } = timeline;
  const at = stage.cursor;
  const part = (at - first) / Math.max(1, last - first);
  return html`<div class="replay-slider">
    <${Marks} stage=${stage} game=${game} moments=${stage.moments} seats=${seats} referees=${match.summary.referees} timeline=${timeline} components=${box.components} notes=${stage.notes} pinned=${stage.pinned} first=${first} last=${last} />
    <div class="replay-track">
      <div class="replay-inset">
        <${Ticks} timeline=${timeline} struck=${takenBack} seats=${seats.length} first=${first} last=${last} />
        <div class="replay-past" style=${{ transform: `scaleX(${part})` }}></div>
      </div>
      <input
        class="replay-range"
        type="range"
        min=${first}
        max=${last}
        step="1"
        value=${at}
        aria-label=${t("replay.slider")}
        aria-valuetext=${valueText(timeline, at, last, seats, game)}
        onInput=${(/** @type {any} */ event) => stage.go(Number(event.target.value))}
      />
    </div>
  </div>`;
}

/** Describes a version in words: "Decade 2, round 3, Ada, entry 87 of 214".
 * @param {import("../../timeline/timeline.js").Timeline} timeline
 * @param {number} at
 * @param {number} last
 * @param {import("../../types.d.ts").SeatInfo[]} seats
 * @param {import("../../types.d.ts").Game} game
 * @returns {string}
 */
function valueText(timeline, at, last, seats, game) {
  const view = timeline.view(at);
  const parts = [view && phaseOf(game, view), nameOf(seats, timeline.line(at)?.seat), t("replay.entry_of", { at, last })];
  return parts.filter(Boolean).join(", ");
}

/** Returns the phase of the game at a view, or "" if it fails.
 * @param {import("../../types.d.ts").Game} game
 * @param {any} view
 * @returns {string}
 */
export function phaseOf(game, view) {
  try {
    return game.phaseText(view);
  } catch {
    return "";
  }
}

/** One lane per seat, one tick per line, and hatching over stretches that were taken back. They are redrawn only when the match grows. */
const Ticks = memo((/** @type {any} */ { timeline, struck, seats, first, last }) => {
  const length = Math.max(1, last - first);
  const paths = tickPaths(timeline, seats);
  return html`<svg class="replay-ticks" viewBox="0 0 ${length} ${Math.max(1, seats)}" preserveAspectRatio="none" aria-hidden="true">
      ${paths.map((path, seat) => html`<path class=${`replay-tick seat-${seat % 4}`} d=${path} />`)}
    </svg>
    ${findRuns([...struck].filter((version) => version <= last)).map(({ from, to }) => html`<div class="replay-struck" style=${{ left: `${(100 * (from - first - 0.5)) / length}%`, width: `${(100 * (to - from + 1)) / length}%` }}></div>`)}`;
});

/** One button for each mark and note. Marks that are too close together share a button. */
const Marks = memo((/** @type {any} */ { stage, game, moments, seats, referees, timeline, components, notes, pinned, first, last }) => {
  const room = useRef(/** @type {HTMLElement | null} */ (null));
  const width = useWidth(room) ?? 600;
  const length = Math.max(1, last - first);
  const shown = useMemo(() => {
    const noted = Object.keys(notes).map((version) => ({ version: Number(version), kind: "note" }));
    const pins = pinned === null ? [] : [{ version: pinned, kind: "pin" }];
    const all = [...moments.marks, ...noted, ...pins].filter(({ version }) => version >= first && version <= last).sort((a, b) => a.version - b.version);
    return groupMarks(all, (MARK_WIDTH * length) / Math.max(1, width));
  }, [moments, notes, pinned, first, last, width]);
  return html`<div class="replay-inset replay-marks" ref=${room}>
    ${shown.map(({ version, kind, at, others }) => {
      const words = notes[version] ? `${t("replay.mark.note")}: ${notes[version]}` : sentenceOf(timeline.line(version), seatsAt(seats, version), components, game, referees);
      const more = others.length ? ` (${t("replay.more_marks", { count: others.length })})` : "";
      const name = `${markLabel(game, kind)}, ${version}: ${words}${more}`;
      return html`<button
        type="button"
        key=${version}
        class=${`replay-mark ${kind === "note" || kind === "undo" || kind === "pin" ? kind : ""}`}
        tabindex="-1"
        style=${{ left: `${(100 * (at - first)) / length}%` }}
        title=${name}
        aria-label=${name}
        onClick=${() => stage.go(version)}
      >
        <span aria-hidden="true">${markSymbol(game, kind)}</span>
      </button>`;
    })}
  </div>`;
});

/** Returns the symbol of a kind of mark.
 * @param {import("../../types.d.ts").Game} game
 * @param {string} kind
 * @returns {string}
 */
export const markSymbol = (game, kind) => ({ undo: "↶", note: "✎", pin: "⚑" })[kind] ?? game.marks[kind]?.symbol ?? "•";

/** Returns the name of a kind of mark.
 * @param {import("../../types.d.ts").Game} game
 * @param {string} kind
 * @returns {string}
 */
export const markLabel = (game, kind) => (["undo", "note", "pin"].includes(kind) ? t(`replay.mark.${kind}`) : (game.marks[kind]?.label() ?? kind));
