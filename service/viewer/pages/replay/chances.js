/** The win chances below the slider: stacked areas, one for each seat, and marks where a chance moved by 10 %. */

import { html, memo, useRef } from "../../dom.js";
import { showNow } from "../../ui/follow.js";
import { useWidth } from "../../ui/width.js";
import { percent } from "../../ui/percent.js";
import { t } from "../../words/words.js";
import { nameOf } from "./sentences.js";
import { MARK_WIDTH } from "./slider.js";
import { groupMarks } from "./ticks.js";

/** @typedef {import("../../types.d.ts").Analysis} Found */

/** The marks below the slider, by cause. */
export const SYMBOLS = { choice: "✱", dice: "⚄", card: "▮" };

/** Returns one SVG path per seat: the area between the sums of chances without it and with it, from 0 to 100. One unit of x is a version.
 * @param {Found["curve"]} curve
 * @param {number} first
 * @param {number} last
 * @returns {string[]}
 */
export function areaPaths(curve, first, last) {
  const seats = curve[0]?.chances.length ?? 0;
  const sums = curve.map(({ chances }) => chances.map((_, seat) => chances.slice(0, seat + 1).reduce((sum, one) => sum + one, 0)));
  const rows = [...curve.map(({ version }, at) => ({ x: version - first, sum: sums[at] })), { x: last - first, sum: sums.at(-1) ?? [] }];
  const edge = (/** @type {number} */ seat) => rows.map(({ x, sum }) => `${x} ${seat < 0 ? 0 : seat === seats - 1 ? 100 : sum[seat]}`);
  return Array.from({ length: seats }, (_, seat) => `M${[...edge(seat), ...edge(seat - 1).reverse()].join("L")}Z`);
}

/** Goes to a decision and shows what is said about it. @param {import("./stage.js").Stage} stage @param {number} version */
export function showDecision(stage, version) {
  stage.go(version);
  showNow(".replay-what-else");
}

/** @param {{stage: import("./stage.js").Stage, match: import("../../timeline/match.js").Match, seats: import("../../types.d.ts").SeatInfo[], found: Found}} props */
export const Chances = memo((/** @type {any} */ { stage, match, seats, found }) => {
  const { first, last } = match.timeline;
  const length = Math.max(1, last - first);
  const room = useRef(/** @type {HTMLElement | null} */ (null));
  const apart = (MARK_WIDTH * length) / (useWidth(room) || 600);
  const marks = /** @type {any[]} */ (groupMarks(found.turning_points.map((/** @type {Found["turning_points"][number]} */ point) => ({ ...point, kind: point.cause })), apart));
  return html`<div class="replay-inset replay-chances" ref=${room}>
    <svg viewBox=${`0 0 ${length} 100`} preserveAspectRatio="none" role="img" aria-label=${t("analysis.chart")}>
      ${areaPaths(found.curve, first, last).map((path, seat) => html`<path key=${seat} class=${`seat-${seat % 4}`} d=${path} />`)}
    </svg>
    ${marks.map((/** @type {Found["turning_points"][number] & {at: number}} */ { version, cause, seat, moved, at }) => {
      const words = t(`analysis.moved.${cause}`, { name: nameOf(seats, seat), moved: percent(moved, "exceptZero"), at: version });
      return html`<button key=${`${version} ${cause}`} type="button" tabindex="-1" class=${cause} style=${{ left: `${(100 * (at - first)) / length}%` }} title=${words} aria-label=${words} onClick=${() => showDecision(stage, version)}><span aria-hidden="true">${SYMBOLS[cause]}</span></button>`;
    })}
  </div>`;
});
