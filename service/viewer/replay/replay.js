/** The timeline below a board: slider, transport, log, scores; what is live is the end of it. */

import { html } from "../dom.js";
import { t } from "../words/words.js";

/** @param {{match: import("../timeline/match.js").Match, game: import("../types.d.ts").Game, box: any, seats: import("../types.d.ts").SeatInfo[], own: number | null, mode: string, speed: number}} props */
export function Replay({ match, game, box, seats }) {
  const line = match.timeline.line(match.at);
  return html`<section class="replay" aria-label=${t("replay.title")}>
    <input
      type="range"
      min=${match.timeline.first}
      max=${match.last}
      value=${match.at}
      aria-label=${t("replay.slider")}
      onInput=${(/** @type {any} */ event) => match.go(Number(event.target.value))}
    />
    <output>${match.at} / ${match.last}</output>
    <p aria-live="polite">${line ? game.sentence(line, seats, box.components) : ""}</p>
  </section>`;
}
