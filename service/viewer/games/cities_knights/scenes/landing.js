/** The landing of the barbarians as a short scene: the strengths, who is thanked, and who loses a city. */

import { html } from "../../../dom.js";
import { Badge } from "../../../ui/seat_badge.js";
import { joinList, t } from "../../../words/words.js";
import { Symbol } from "../symbols.js";

/** @typedef {import("../../../types.d.ts").Line} Line */
/** @typedef {{held: boolean, strength: number, defence: number[], thanked: number[], shared: number[], fallen: number[]}} Landing `shared` are the best defenders if there are several */

/** Returns what an attack brings, from its line and the lines after it.
 * @param {Line} line @param {readonly Line[]} later
 * @returns {Landing}
 */
export function landingOf({ params }, later) {
  const { strength, defence, held = false } = params ?? {};
  const end = later.findIndex(({ key }) => key === "barbarians-left");
  const attack = end < 0 ? later : later.slice(0, end);
  const seatsOf = (/** @type {string} */ key) => attack.filter((line) => line.key === key).map(({ seat }) => seat ?? 0);
  const asked = (/** @type {string} */ prompt) => attack.flatMap(({ key, params: told }) => (key === "asked" && told?.prompt === prompt ? told.seats : []));
  const best = Math.max(...defence);
  return {
    held,
    strength,
    defence,
    thanked: seatsOf("defender-named"),
    shared: asked("choose-deck").length > 0 ? defence.flatMap((/** @type {number} */ n, /** @type {number} */ seat) => (n === best ? [seat] : [])) : [],
    fallen: [...new Set([...seatsOf("city-pillaged"), ...asked("choose-city")])],
  };
}

/** @param {Landing & {seats: import("../../../types.d.ts").SeatInfo[]}} props */
export function LandingScene({ held, strength, defence, thanked, shared, fallen, seats }) {
  const total = defence.reduce((sum, n) => sum + n, 0);
  return html`<div class=${`ck-landing-scene ck-${held ? "held" : "lost"}`}>
    <b class="ck-scene-title">${t("cities_knights.scene.landing")}</b>
    <div class="ck-sides">
      <span class="ck-side ck-raiders"><${Symbol} kind="ship" /><b>${strength}</b></span>
      <b class="ck-against">${held ? "≤" : ">"}</b>
      <span class="ck-side ck-defenders"><b>${total}</b><${Symbol} kind="knight" /></span>
    </div>
    <p class="ck-shares">${defence.map((n, seat) => html`<span class="ck-share" style=${{ "--nth": seat }}><${Badge} seat=${seat} />${n}</span>`)}</p>
    <p class="ck-verdict">${t(`cities_knights.scene.${held ? "held" : "lost"}`)}</p>
    <${Ending} seats=${seats} kind="thanked" who=${thanked} /><${Ending} seats=${seats} kind="shared" who=${shared} />
    ${held || fallen.length > 0 ? html`<${Ending} seats=${seats} kind="fallen" who=${fallen} />` : html`<p class="ck-ending">${t("cities_knights.scene.spared")}</p>`}
  </div>`;
}

/** Draws what the attack brings some seats. @param {{seats: import("../../../types.d.ts").SeatInfo[], kind: "thanked" | "shared" | "fallen", who: number[]}} props */
const Ending = ({ seats, kind, who }) => who.length > 0 && html`<p class=${`ck-ending ck-ending-${kind}`}>${who.map((seat) => html`<${Badge} seat=${seat} />`)} ${t(`cities_knights.scene.${kind}`, { names: joinList(who.map((seat) => seats[seat].name)), count: who.length })}</p>`;

/** Draws the flames over a pillaged city. */
export const Flames = () => html`<svg class="ck-flames" viewBox="0 0 48 48">${[0, 1, 2].map((nth) => html`<path style=${{ "--nth": nth }} d="M24 4c2 8 11 12 11 24a11 11 0 0 1-22 0c0-6 4-8 5-13 3 2 4 4 4 7 3-5 3-11 2-18z" />`)}</svg>`;
