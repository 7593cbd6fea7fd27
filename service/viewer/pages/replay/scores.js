/** The score curves above the log: one per seat, with a cursor, and the same numbers as a table. */

import { html, memo, useMemo, useRef } from "../../dom.js";
import { Badge } from "../../ui/seat_badge.js";
import { t } from "../../words/words.js";
import { Curves, spreadLabels, curvePath, gridStep } from "./curves.js";

/** @typedef {import("./replay.js").Parts} Parts */

const HEIGHT = 150;
const LABEL = 17;

/** @param {Parts} props */
export function Scores({ stage, match, game, seats }) {
  const { timeline } = match;
  const curves = useMemo(() => new Curves(game.points), [game]);
  const read = useMemo(() => curves.of(timeline), [curves, timeline, timeline.last]);
  const { begin } = stage;
  const length = Math.max(1, timeline.last - begin);
  const at = stage.cursor;
  const now = read[at - timeline.first] ?? null;
  const end = read[read.length - 1] ?? null;
  const field = useRef(/** @type {HTMLElement | null} */ (null));
  /** @param {PointerEvent} event */
  const drag = (event) => {
    if (event.type === "pointerdown") /** @type {HTMLElement} */ (event.currentTarget).setPointerCapture(event.pointerId);
    else if (event.buttons === 0) return;
    const box = /** @type {HTMLElement} */ (field.current).getBoundingClientRect();
    stage.go(begin + ((event.clientX - box.left) / box.width) * length);
  };
  if (end === null) return html`<p class="soft">${t("replay.scores.none")}</p>`;
  const part = Math.max(0, Math.min(1, (at - begin) / length));
  return html`<div class="replay-scores">
    <div class="replay-scores-field">
      <div class="replay-scores-plot" ref=${field} onPointerDown=${drag} onPointerMove=${drag}>
        <${Plot} read=${read} last=${timeline.last} skip=${begin - timeline.first} seats=${seats.length} highest=${curves.highest} lowest=${curves.lowest} />
        <div class="replay-scores-cursor" style=${{ left: `${100 * part}%` }}></div>
      </div>
      <${Ends} end=${end} highest=${curves.highest} lowest=${curves.lowest} />
    </div>
    <table class="replay-scores-table">
      <caption class="unseen">${t("replay.scores.caption", { at, last: timeline.last })}</caption>
      <thead><tr><th scope="col">${t("replay.scores.seat")}</th><th scope="col">${t("replay.scores.at", { at })}</th><th scope="col">${t("replay.scores.end", { at: timeline.last })}</th></tr></thead>
      <tbody>
        ${seats.map(({ seat, name }) => html`<tr><th scope="row"><${Badge} seat=${seat} /> <span>${name}</span></th><td>${now?.[seat] ?? "–"}</td><td>${end[seat] ?? "–"}</td></tr>`)}
      </tbody>
    </table>
  </div>`;
}

/** @param {number} highest @param {number} lowest */
const top = (highest, lowest) => Math.max(highest, lowest + 1) * 1.04;

/** The curves. Redrawn only when the match grows. */
const Plot = memo((/** @type {any} */ { read, skip, seats, highest, lowest }) => {
  const shown = skip > 0 ? read.slice(skip) : read;
  const ceiling = top(highest, lowest);
  const step = gridStep(highest);
  const grid = [];
  for (let value = Math.ceil(lowest / step) * step; value <= ceiling; value += step) grid.push(value);
  return html`<svg viewBox="0 0 ${Math.max(1, shown.length - 1)} ${ceiling - lowest}" preserveAspectRatio="none" height=${HEIGHT} aria-hidden="true">
      ${grid.map((value) => html`<path class="replay-scores-grid" d=${`M0 ${ceiling - value}H${shown.length}`} />`)}
      ${Array.from({ length: seats }, (_, seat) => html`<path class=${`replay-curve line-${seat % 4}`} d=${curvePath(shown, seat, ceiling)} />`)}
    </svg>
    ${grid.map((value) => html`<span class="replay-scores-value" aria-hidden="true" style=${{ top: `${(100 * (ceiling - value)) / (ceiling - lowest)}%` }}>${value}</span>`)}`;
});

/** The badge and the points of every seat at the end of its curve. */
const Ends = memo((/** @type {any} */ { end, highest, lowest }) => {
  const ceiling = top(highest, lowest);
  const wanted = end.map((/** @type {number} */ points) => (HEIGHT * (ceiling - points)) / (ceiling - lowest));
  return html`<div class="replay-scores-ends" aria-hidden="true">
    ${spreadLabels(wanted, LABEL, HEIGHT - LABEL / 2).map((y, seat) => html`<span style=${{ top: `${y}px` }}><${Badge} seat=${seat} />${end[seat]}</span>`)}
  </div>`;
});
