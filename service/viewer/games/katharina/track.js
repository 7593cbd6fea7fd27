/** The favour track: its steps in a line, what each gives, and the seats on it. */

import { html, memo } from "../../dom.js";
import { Badge } from "../../ui/seat_badge.js";
import { t } from "../../words/words.js";
import { Symbol } from "./symbols.js";

/** @param {{components: any, view: any, before: any, seats: import("../../types.d.ts").SeatInfo[]}} props */
export function KaTrack({ components, view, before, seats }) {
  const at = seats.map(({ seat }) => view.seats[seat].favour);
  const was = seats.map(({ seat }) => before?.seats[seat].favour ?? view.seats[seat].favour);
  return html`<${Track} components=${components} seats=${seats} at=${at.join()} was=${was.join()} />`;
}

const Track = memo((/** @type {{components: any, seats: import("../../types.d.ts").SeatInfo[], at: string, was: string}} */ { components, seats, at, was }) => {
  const [now, then] = [at.split(",").map(Number), was.split(",").map(Number)];
  return html`<div class="ka-track"><${Symbol} kind="favour" />
    <ol aria-label=${t("katharina.board.track")}>${components.track.map((/** @type {any} */ { index, hand_limit: limit, income, multiplier }) => {
      const words = t("katharina.board.favour_words", { step: index, limit, income, multiplier });
      return html`<li title=${words}>
        <span class="unseen">${words}</span>
        <span class="ka-at"><span class="ka-step" aria-hidden="true">${index}</span><span class="ka-stand">${seats.map(({ seat, name }, i) => now[i] === index && html`<span key=${seat} data-at=${`favour-${seat}`} class=${now[i] === then[i] ? "" : "ka-fresh"} title=${name}><${Badge} seat=${seat} label=${name} /></span>`)}</span></span>
        <span class="ka-grants" aria-hidden="true"><span><${Symbol} kind="card" />${limit}</span><b>+${income}</b><span>×${multiplier}</span></span>
      </li>`;
    })}</ol>
  </div>`;
});
