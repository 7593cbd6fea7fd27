/** The places on the island that can be picked: each a small mark, with the ghost of the piece that a pick would put there. */

import { html } from "../../../dom.js";
import { between, planOf } from "../island/geometry.js";
import { Dome, House, MerchantFigure, RobberFigure, Shield, Wall, besideToken } from "../island/pieces.js";
import { pickable } from "./pick.js";

/**
 * @typedef {import("./pick.js").Place} Place
 * @typedef {import("../island/geometry.js").Point} Point
 */

/** The most places at which all ghosts are visible; among more, only that of the place under the pointer or with the focus is. */
const FEW = 12;

/** @param {{components: any, view: any, own: number, pick: import("./pick.js").Picks}} props */
export function Marks({ components, view, own, pick: { hexes, corners, edges } }) {
  const count = edges.size || hexes.size + corners.size;
  if (count === 0) return null;
  const plan = planOf(components);
  const ghost = (/** @type {Place} */ { ghost: found }) => found && html`<g class="ck-ghost"><${Figure} ...${found} tracks=${components.tracks} seat=${own} /></g>`;
  return html`<g class=${`ck-marks ck-seat-${own % 4}${count > FEW ? " ck-many" : ""}${edges.size ? " ck-at-edges" : ""}`}>
    ${[...hexes].map(([hex, place]) => html`<g key=${`hex ${hex}`} class="ck-pick ck-pick-hex" ...${pickable(place)}><title>${place.label}</title>
      <polygon class="ck-touch" points=${plan.hexagon} transform=${`translate(${plan.hexes[hex].x} ${plan.hexes[hex].y}) scale(.92)`} />
      <g transform=${moveTo(besideToken(plan.hexes[hex]))}>${ghost(place)}<${Spot} /></g>
    </g>`)}
    ${[...corners].map(([corner, place]) => html`<g key=${`corner ${corner}`} class=${`ck-pick ck-pick-corner${isTaken(view, corner) ? " ck-pick-taken" : ""}`} transform=${moveTo(plan.corners[corner])} ...${pickable(place)}><title>${place.label}</title><circle class="ck-touch" r="28" />${ghost(place)}<${Spot} /></g>`)}
    ${[...edges].map(([edge, place]) => {
      const { x, y, from, to } = plan.edges[edge];
      return html`<g key=${`edge ${edge}`} class="ck-pick ck-pick-edge" ...${pickable(place)}><title>${place.label}</title>
        <circle class="ck-touch" cx=${x} cy=${y} r="22" />
        ${place.ghost && html`<g class="ck-ghost"><path class="ck-casing" d=${between(from, to, 11)} /><path class="ck-road" d=${between(from, to, 11)} /></g>`}
        <g transform=${moveTo({ x, y })}><${Spot} /></g>
      </g>`;
    })}
  </g>`;
}

/** @param {Point} point */
const moveTo = ({ x, y }) => `translate(${x} ${y})`;

/** Returns whether a corner has a piece. @param {any} view @param {number} corner */
const isTaken = (view, corner) => Object.values(view.seats).some((seat) => seat.settlements?.includes(corner) || seat.cities?.includes(corner) || seat.knights?.[corner]);

const Spot = () => html`<circle class="ck-spot" r="7" />`;

/** Draws a piece around the origin. @param {import("./ghosts.js").Ghost & {tracks: {id: string}[], seat: number}} props */
function Figure({ piece, level = 1, track = 0, tracks, seat }) {
  if (piece === "knight") return html`<g class="ck-knight"><${Shield} seat=${seat} level=${level} active=${false} /></g>`;
  if (piece === "robber") return html`<g class="ck-robber"><${RobberFigure} /></g>`;
  if (piece === "merchant") return html`<g class="ck-merchant"><${MerchantFigure} seat=${seat} /></g>`;
  if (piece === "metropolis") return html`<g class=${`ck-track-${tracks[track].id}`}><${Dome} track=${tracks[track].id} /></g>`;
  if (piece === "wall") return html`<${Wall} />`;
  return html`<${House} kind=${piece} seat=${seat} />`;
}
