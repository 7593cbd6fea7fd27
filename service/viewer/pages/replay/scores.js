/** The score curves above the log: one per seat, with a cursor, and the same numbers as a table. */

import { html, memo, useMemo, useRef } from "../../dom.js";
import { Badge } from "../../ui/seat_badge.js";
import { t } from "../../words/words.js";
import { Curves, boundsOf, spreadLabels, curvePath, gridStep } from "./curves.js";

/** @typedef {import("./replay.js").Parts} Parts */

const HEIGHT = 100;
const LABEL = 17;

/** Returns the points at every version that the reader may see, and whether they say anything: until a seat is ahead, they do not.
 * @param {Parts} props
 */
export function useScores({ stage, match, game }) {
  const { timeline } = match;
  const curves = useMemo(() => new Curves(game.points), [game]);
  const read = useMemo(() => curves.of(timeline), [curves, timeline, timeline.last]);
  const hides = hidesRest(stage, match);
  const until = hides ? Math.min(timeline.last, Math.max(stage.furthest, stage.cursor)) : timeline.last;
  return useMemo(() => {
    const shown = hides ? read.slice(0, until - timeline.first + 1) : read;
    return { hides, shown, tells: shown.some((points) => new Set(points).size > 1) };
  }, [read, timeline.last, hides, hides && until]);
}

/** @param {Parts & {scores: ReturnType<typeof useScores>}} props */
export function Scores({ stage, match, seats, scores: { hides, shown, tells } }) {
  const { timeline } = match;
  const { begin } = stage;
  const length = Math.max(1, timeline.last - begin);
  const at = stage.cursor;
  const now = shown[at - timeline.first] ?? null;
  const { highest, lowest } = useMemo(() => boundsOf(shown), [shown, timeline.last]);
  const end = shown[shown.length - 1] ?? null;
  const field = useRef(/** @type {HTMLElement | null} */ (null));
  /** @param {PointerEvent} event */
  const drag = (event) => {
    if (event.type === "pointerdown") /** @type {HTMLElement} */ (event.currentTarget).setPointerCapture(event.pointerId);
    else if (event.buttons === 0) return;
    const box = /** @type {HTMLElement} */ (field.current).getBoundingClientRect();
    stage.go(begin + ((event.clientX - box.left) / box.width) * length);
  };
  const rest = hides && html`<button type="button" class="plain" onClick=${() => stage.showRest()}>${t("replay.scores.rest")}</button>`;
  if (!tells || !end) return html`<div class="replay-scores">${rest}</div>`;
  const part = Math.max(0, Math.min(1, (at - begin) / length));
  return html`<div class="replay-scores">
    <div class="replay-scores-field">
      <div class="replay-scores-plot" ref=${field} onPointerDown=${drag} onPointerMove=${drag}>
        <${Plot} read=${shown} last=${timeline.last - timeline.first} skip=${begin - timeline.first} seats=${seats.length} highest=${highest} lowest=${lowest} />
        <div class="replay-scores-cursor" style=${{ left: `${100 * part}%` }}></div>
      </div>
      <${Ends} end=${end} highest=${highest} lowest=${lowest} />
    </div>
    <table class="replay-scores-table">
      <caption class="unseen">${t(hides ? "replay.scores.caption_now" : "replay.scores.caption", { at, last: timeline.last })}</caption>
      <thead><tr><th scope="col">${t("replay.scores.seat")}</th><th scope="col">${t("replay.scores.at", { at })}</th>${!hides && html`<th scope="col">${t("replay.scores.end", { at: timeline.last })}</th>`}</tr></thead>
      <tbody>
        ${seats.map(({ seat, name }) => html`<tr><th scope="row"><${Badge} seat=${seat} /> <span>${name}</span></th><td>${now?.[seat] ?? "–"}</td>${!hides && html`<td>${end[seat] ?? "–"}</td>`}</tr>`)}
      </tbody>
    </table>
    ${rest}
  </div>`;
}

/** Returns whether the reader has yet to see the rest of the match: that of a finished one, and of any between bots.
 * @param {Parts["stage"]} stage
 * @param {Parts["match"]} match
 */
const hidesRest = (stage, match) => (match.isFinished ? Math.max(stage.furthest, stage.cursor) < match.timeline.last : match.isOfBots && stage.furthest < Infinity);

/** @param {number} highest @param {number} lowest */
const top = (highest, lowest) => Math.max(highest, lowest + 1) * 1.04;

/** The curves. Redrawn only when they grow. */
const Plot = memo((/** @type {any} */ { read, last, skip, seats, highest, lowest }) => {
  const shown = skip > 0 ? read.slice(skip) : read;
  const ceiling = top(highest, lowest);
  const step = gridStep(highest);
  const grid = [];
  for (let value = Math.ceil(lowest / step) * step; value <= ceiling; value += step) grid.push(value);
  return html`<svg viewBox="0 0 ${Math.max(1, last - skip)} ${ceiling - lowest}" preserveAspectRatio="none" height=${HEIGHT} aria-hidden="true">
      ${grid.map((value) => html`<path class="replay-scores-grid" d=${`M0 ${ceiling - value}H${last - skip + 1}`} />`)}
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
