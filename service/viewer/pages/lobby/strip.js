/** The lobby's illustration: a timeline on which four seats take turns. */

import { html } from "../../dom.js";
import { shape } from "../../ui/seat_badge.js";

const MOMENTS = 61;
const GAP = 16;
const NOW = 54;

/** Returns the height of a tick on the timeline: low for turns, higher for rounds, highest for every fourth round.
 * @param {number} moment
 */
const height = (moment) => (moment % 20 === 4 ? 22 : moment % 5 === 4 ? 13 : 6);

export function Strip() {
  const moments = Array.from({ length: MOMENTS }, (_, moment) => moment);
  const width = (MOMENTS - 1) * GAP;
  return html`<svg class="lobby-strip" viewBox=${`-12 0 ${width + 24} 56`} preserveAspectRatio="xMaxYMid slice" aria-hidden="true">
    <path class="lobby-strip-line" d=${`M0 40H${width}`} />
    <path class="lobby-strip-past" d=${`M0 40H${NOW * GAP}`} />
    ${moments.map((moment) => html`<path key=${moment} class=${moment <= NOW ? "past" : ""} d=${`M${moment * GAP} 40v-${height(moment)}`} />`)}
    ${moments.filter((moment) => moment % 5 === 4 && moment !== NOW).map((moment) => html`<g key=${moment}
      class=${`seat-${((moment - 4) / 5) % 4}${moment > NOW ? " later" : ""}`}
      transform=${`translate(${moment * GAP - 5} ${moment % 20 === 4 ? 4 : 13}) scale(.64)`}><path d=${shape(((moment - 4) / 5) % 4)} /></g>`)}
    <circle class="lobby-strip-now" cx=${NOW * GAP} cy="40" r="6" />
  </svg>`;
}
