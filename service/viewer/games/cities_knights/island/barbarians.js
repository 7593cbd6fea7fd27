/** The barbarians in the sea around the island: the progress of their ship, and the two sides of their attack. */

import { html, memo } from "../../../dom.js";
import { t } from "../../../words/words.js";
import { strength } from "../box.js";
import { drawing } from "../symbols.js";
import { course } from "./geometry.js";

/** Returns the number of cities, which is the barbarians' strength, and the strength of all active knights.
 * @param {any} view
 * @returns {{cities: number, knights: number}}
 */
export function forces(view) {
  const seats = /** @type {any[]} */ (Object.values(view.seats));
  return { cities: seats.reduce((sum, seat) => sum + (seat.cities?.length ?? 0), 0), knights: seats.reduce((sum, seat) => sum + strength(seat.knights), 0) };
}

/** @typedef {{plan: import("./geometry.js").Plan, steps: number, ship: number, cities: number, knights: number, attacks: number}} Sailing */

/** @type {(props: Sailing) => any} */
export const Barbarians = memo((/** @type {Sailing} */ { plan, steps, ship, cities, knights, attacks }) => {
  const places = course(plan, steps);
  const end = places[steps];
  const held = knights >= cities;
  const words = t("cities_knights.board.barbarians_words", { step: ship, steps, cities, knights, attacks });
  const line = (/** @type {{x: number, y: number}[]} */ stops) => stops.map(({ x, y }, i) => `${i ? "L" : "M"}${x} ${y}`).join("");
  return html`<g class="ck-barbarians" role="img" aria-label=${words}>
    <title>${words}</title>
    <path class="ck-wake" d=${line(places)} /><path class="ck-wake ck-sailed" d=${line(places.slice(0, ship + 1))} />
    ${places.slice(0, steps).map(({ x, y }, step) => html`<circle class=${step <= ship ? "ck-past" : ""} cx=${x} cy=${y} r="4.5" />`)}
    <path class="ck-landing" d="M-11 9V-8h5v4h4v-4h4v4h4v-4h5V9z" transform=${`translate(${end.x} ${end.y})`} />
    <g class="ck-ship" style=${{ transform: `translate(${places[ship].x}px, ${places[ship].y}px)` }}><path data-at="ship" d="M-16 3h32c-.8 5.5-3.2 9.3-7 11.5H-9C-12.8 12.3-15.2 8.5-16 3zM-1.5-16V.6H-12.5C-6.7-4-3-9.2-1.5-16zM1.5-14c5.8 3 9.5 7.700 11 14.600h-11z" /></g>
    <g class=${`ck-forces ck-${held ? "held" : "lost"}`} transform=${`translate(${plan.width - 95} ${plan.height - 44})`}>
      <path d=${drawing("city")} transform="translate(-55 -18) scale(.84)" /><text x="-21" text-anchor="middle">${cities}</text><text class="ck-against" text-anchor="middle">${held ? "≤" : ">"}</text><path d=${drawing("knight")} transform="translate(13 -18) scale(.84)" /><text x="47" text-anchor="middle">${knights}</text>
    </g>
  </g>`;
});
