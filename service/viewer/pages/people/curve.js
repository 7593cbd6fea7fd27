/** The course of a rating, drawn small: the shown value as a line, what is believed as a band around its middle. */

import { html } from "../../dom.js";
import { t } from "../../words/words.js";
import { rated } from "./rated.js";

/** @typedef {import("../../types.d.ts").RatingPoint} RatingPoint */

const WIDE = 320;
const HIGH = 96;
const EDGE = 6;

/** Where the points of a rating lie in the drawing: the line of the shown values, and the band.
 * @param {RatingPoint[]} history
 * @returns {{line: string, band: string}}
 */
export function drawn(history) {
  const highest = Math.max(...history.map((point) => point.middle + 2 * point.deviation));
  const lowest = Math.min(...history.map((point) => Math.min(point.shown, point.middle - 2 * point.deviation)));
  const x = (/** @type {number} */ at) => EDGE + (at * (WIDE - 2 * EDGE)) / Math.max(1, history.length - 1);
  const y = (/** @type {number} */ value) => HIGH - EDGE - ((value - lowest) * (HIGH - 2 * EDGE)) / (highest - lowest || 1);
  const path = (/** @type {(point: RatingPoint) => number} */ of) => history.map((point, at) => `${x(at).toFixed(1)} ${y(of(point)).toFixed(1)}`);
  const above = path((point) => point.middle + 2 * point.deviation);
  const below = path((point) => point.middle - 2 * point.deviation).reverse();
  return { line: `M${path((point) => point.shown).join("L")}`, band: `M${[...above, ...below].join("L")}Z` };
}

/** @param {{history: RatingPoint[]}} props */
export function Curve({ history }) {
  const { line, band } = drawn(history);
  const label = t("people.curve", { count: history.length, first: rated(history[0]?.shown ?? 0), last: rated(history.at(-1)?.shown ?? 0) });
  return html`<svg class="people-curve" viewBox=${`0 0 ${WIDE} ${HIGH}`} role="img" aria-label=${label}><path class="people-band" d=${band} /><path
    class="people-line" d=${line} /></svg>`;
}
