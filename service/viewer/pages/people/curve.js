/** A small chart of a rating: a line for the shown rating, and a band for its uncertainty. */

import { html } from "../../dom.js";
import { t } from "../../words/words.js";
import { formatRating } from "./format_rating.js";

/** @typedef {import("../../types.d.ts").RatingPoint} RatingPoint */

const WIDE = 320;
const HIGH = 96;
const EDGE = 6;

/** Returns the SVG paths of a rating chart: the line and the band.
 * @param {RatingPoint[]} history
 * @returns {{line: string, band: string}}
 */
export function ratingPaths(history) {
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
  const { line, band } = ratingPaths(history);
  const label = t("people.curve", { count: history.length, first: formatRating(history[0]?.shown ?? 0), last: formatRating(history.at(-1)?.shown ?? 0) });
  return html`<svg class="people-curve" viewBox=${`0 0 ${WIDE} ${HIGH}`} role="img" aria-label=${label}><path class="people-band" d=${band} /><path
    class="people-line" d=${line} /></svg>`;
}
