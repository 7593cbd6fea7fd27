/** The barbarians: how far their ship has come, and what would meet it. */

import { html, memo } from "../../../dom.js";
import { t } from "../../../words/words.js";
import { strength } from "../box.js";
import { Symbol } from "../symbols.js";

/** The cities that the barbarians are as strong as, and the strength of all active knights.
 * @param {any} view
 * @returns {{cities: number, knights: number}}
 */
export function forces(view) {
  const seats = /** @type {any[]} */ (Object.values(view.seats));
  return { cities: seats.reduce((sum, seat) => sum + (seat.cities?.length ?? 0), 0), knights: seats.reduce((sum, seat) => sum + strength(seat.knights), 0) };
}

/** @type {(props: {steps: number, ship: number, cities: number, knights: number, attacks: number, moved: boolean}) => any} */
export const Barbarians = memo((/** @type {{steps: number, ship: number, cities: number, knights: number, attacks: number, moved: boolean}} */ { steps, ship, cities, knights, attacks, moved }) => {
  const words = t("cities_knights.board.barbarians_words", { step: ship, steps, cities, knights, attacks });
  const place = (/** @type {number} */ step) => 14 + (step * 236) / steps;
  return html`<div class="ck-barbarians" role="img" aria-label=${words} title=${words}>
    <svg class="ck-course" viewBox="0 0 264 34" aria-hidden="true">
      <path class="ck-wake" d=${`M14 22H${place(steps)}`} /><path class="ck-wake ck-sailed" d=${`M14 22H${place(ship)}`} />
      ${Array.from({ length: steps + 1 }, (_, step) => (step === steps ? html`<path class="ck-landing" d=${`M${place(steps) - 9} 31v-13h4v3h3v-3h4v3h3v-3h4v13z`} />` : html`<circle class=${step <= ship ? "ck-past" : ""} cx=${place(step)} cy="22" r=${step === ship ? 4.5 : 4} />`))}
      <g class=${`ck-ship${moved ? " ck-fresh" : ""}`} style=${{ transform: `translateX(${place(ship) - 14}px)` }}><path d="M0 15h28c-.7 5-2.7 8.5-6 10.5H6C2.7 23.5.7 20 0 15zM13-1v14H3.5C8.5 10 11.8 5.5 13-1zM15.5 1c5 2.6 8.3 6.7 9.5 12h-9.5z" /></g>
    </svg>
    <span class="ck-forces" data-held=${knights >= cities}><${Symbol} kind="city" /><b>${cities}</b><span class="ck-against">${knights >= cities ? "≤" : ">"}</span><${Symbol} kind="knight" /><b>${knights}</b></span>
  </div>`;
});
