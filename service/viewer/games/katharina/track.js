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
  /** @param {string} key @param {any} sign @param {(step: any) => any} show */
  const row = (key, sign, show) => html`<tr>
    <th scope="row" title=${t(`katharina.board.${key}`)}><span class="unseen">${t(`katharina.board.${key}`)}</span>${sign}</th>
    ${components.track.map((/** @type {any} */ step) => html`<td>${show(step)}</td>`)}
  </tr>`;
  return html`<div class="ka-track"><table>
    <caption class="unseen">${t("katharina.board.track")}</caption>
    <tbody>
      <tr class="ka-steps">
        <th scope="row" title=${t("katharina.board.track")}><span class="unseen">${t("katharina.board.step")}</span><${Symbol} kind="favour" /></th>
        ${components.track.map(
          (/** @type {any} */ step) => html`<td>
            <span class="ka-step">${step.index}</span>
            <span class="ka-stand">${seats.map(({ seat, name }, i) => now[i] === step.index && html`<span key=${seat} data-at=${`favour-${seat}`} class=${now[i] === then[i] ? "" : "ka-fresh"} title=${name}><${Badge} seat=${seat} label=${name} /></span>`)}</span>
          </td>`,
        )}
      </tr>
      ${row("hand_limit", html`<${Symbol} kind="card" />`, (step) => step.hand_limit)}
      ${row("income", html`<span class="ka-vp" aria-hidden="true">+</span>`, (step) => `+${step.income}`)}
      ${row("multiplier", html`<${Symbol} kind="house" />`, (step) => `×${step.multiplier}`)}
    </tbody>
  </table></div>`;
});
