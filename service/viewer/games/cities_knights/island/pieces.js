/** The pieces on the island: roads, settlements, cities, walls, metropolises, knights, robber and merchant. */

import { html, memo } from "../../../dom.js";
import { shape, sign } from "../../../ui/seat_badge.js";
import { t } from "../../../words/words.js";
import { KNIGHTS, named } from "../box.js";
import { drawing } from "../symbols.js";
import { between } from "./geometry.js";

/** @typedef {import("./geometry.js").Plan} Plan */

/** The walls of a building as one path, then its roof and its wall in the shade, and where the sign of the seat is.
 * @typedef {{outline: string, roof: string, shade: string, sign: {x: number, y: number, size: number}}} House
 * @type {Record<string, House>}
 */
const HOUSES = {
  settlement: { outline: "M-15-1-7-13H7L15-1V12H-15z", roof: "M-7-13H7L15-1H1z", shade: "M1-1H15V12H1z", sign: { x: -7, y: 3.5, size: 11 } },
  city: { outline: "M-20-6-11-19H-1L8-6V-1l4-5h4l5 5V13H-20z", roof: "M-11-19H-1L8-6H-2zM8-1l4-5h4l5 5z", shade: "M-2-6H8V13H-2zM8-1H21V13H8z", sign: { x: -11, y: 3, size: 13 } },
};
const WALL = "M-23 9h6.6v3.4h6.6V9h6.5v3.4h6.6V9h6.6v3.4h6.6V9H23v9.5h-46z";
const SHIELD = "M0-15.5 13-11.5V0C13 8 8 13 0 16-8 13-13 8-13 0V-11.5z";

/** The sleeping robber, with its head to the left and under a blanket. */
const LYING = "M-16 13a6 6 0 1 1 6.5-7.5C-5 0 9 0 14 13z";

/** Draws the height of a piece: its outline once more, below it. @param {{d: string, by?: number, transform?: string}} props */
const Height = ({ d, by = 3.5, transform = "" }) => html`<path class="ck-height" d=${d} transform=${`translate(0 ${by}) ${transform}`} />`;

/** Draws the sign of a seat around a point. @param {{seat: number, x?: number, y?: number, size: number}} props */
const Sign = ({ seat, x = 0, y = 0, size }) => html`<path class="ck-sign" transform=${`translate(${x - size / 2} ${y - size / 2}) scale(${size / 16})`} d=${shape(seat)} />`;

/** Draws the roads of a seat; new ones are animated.
 * @type {(props: {plan: Plan, seat: number, name: string, roads: number[], was: number[]}) => any}
 */
export const Roads = memo((/** @type {{plan: Plan, seat: number, name: string, roads: number[], was: number[]}} */ { plan, seat, name, roads, was }) => {
  if (!roads.length) return null;
  const path = (/** @type {number} */ edge) => between(plan.edges[edge].from, plan.edges[edge].to, 11);
  const all = roads.map(path).join("");
  const fresh = was === roads ? [] : roads.filter((edge) => !was.includes(edge));
  return html`<g class=${`ck-roads ck-seat-${seat % 4}`}>
    <title>${t("cities_knights.board.road_of", { name })}</title>
    <path class="ck-casing" d=${all} transform="translate(0 3)" /><path class="ck-casing" d=${all} /><path class="ck-road ck-flank" d=${all} transform="translate(0 3)" />
    <path class="ck-road" d=${roads.filter((edge) => !fresh.includes(edge)).map(path).join("")} />
    ${fresh.map((edge) => html`<path key=${edge} class="ck-road ck-laid" d=${path(edge)} />`)}
    ${roads.map((edge) => html`<${Sign} seat=${seat} x=${plan.edges[edge].x} y=${plan.edges[edge].y} size="7.5" />`)}
  </g>`;
});

/** Draws the settlements and cities of a seat with their walls.
 * @typedef {{components: any, plan: Plan, seat: number, name: string, settlements: number[], cities: number[], sideways: number[], walls: number[], was: string}} Built
 * @type {(props: Built) => any}
 */
export const Buildings = memo((/** @type {Built} */ { components, plan, seat, name, settlements, cities, sideways, walls, was }) => {
  const before = was.split(" ");
  const fresh = (/** @type {string} */ kind, /** @type {number} */ corner) => was !== "" && !before.includes(kind + corner);
  return [
    ...settlements.map((corner) => {
      const lies = sideways.includes(corner);
      return html`<${Building} key=${corner} corner=${corner} seat=${seat} kind=${lies ? "sideways" : "settlement"} words=${t("cities_knights.board.piece_of", { piece: lies ? t("cities_knights.board.sideways") : named(components, "piece", "settlement"), name })} at=${plan.corners[corner]} fresh=${fresh("s", corner)} />`;
    }),
    ...cities.map((corner) => html`<${Building} key=${corner} corner=${corner} seat=${seat} kind="city" walled=${walls.includes(corner)} words=${t("cities_knights.board.piece_of", { piece: named(components, "piece", "city"), name })} at=${plan.corners[corner]} fresh=${fresh("c", corner)} />`),
  ];
});

/** Returns a seat's earlier buildings as a string, to find the new ones; empty if there are none.
 * @param {any} now @param {any} was
 * @returns {string}
 */
export function builtBefore(now, was) {
  if (!was || (was.settlements === now.settlements && was.cities === now.cities)) return "";
  return [...(was.settlements ?? []).map((/** @type {number} */ corner) => `s${corner}`), ...(was.cities ?? []).map((/** @type {number} */ corner) => `c${corner}`), "-"].join(" ");
}

const Building = memo((/** @type {{corner: number, seat: number, kind: string, words: string, at: {x: number, y: number}, walled?: boolean, fresh: boolean}} */ { corner, seat, kind, words, at, walled, fresh }) => html`<g transform=${`translate(${at.x} ${at.y})`}>
  <g data-at=${`built-${corner}`} class=${`ck-built ck-seat-${seat % 4}${fresh ? " ck-fresh" : ""}`}>
    <title>${words}</title>
    ${walled && html`<${Wall} />`}
    <g transform=${kind === "sideways" ? "rotate(90)" : null}><${House} kind=${kind === "settlement" ? kind : "city"} seat=${seat} /></g>
  </g>
</g>`);

/** Draws a city wall around the origin. */
export const Wall = () => html`<${Height} d=${WALL} /><path class="ck-wall" d=${WALL} />`;

/** Draws a settlement or a city around the origin. @param {{kind: string, seat: number}} props */
export function House({ kind, seat }) {
  const { outline, roof, shade, sign } = HOUSES[kind];
  return html`<path class="ck-house" d=${outline} /><path class="ck-roof" d=${roof} /><path class="ck-dark" d=${shade} /><${Sign} seat=${seat} ...${sign} />`;
}

/** Draws the knights of a seat.
 * @typedef {{components: any, plan: Plan, seat: number, name: string, knights: Record<string, any>, was: Record<string, any> | null}} Ordered
 * @type {(props: Ordered) => any}
 */
export const Knights = memo((/** @type {Ordered} */ { components, plan, seat, name, knights, was }) =>
  Object.entries(knights).map(([corner, { level, active = false, ready = false }]) => {
    const words = t("cities_knights.board.knight_of", { piece: named(components, "piece", KNIGHTS[level]), active, ready, name });
    return html`<${Knight} key=${corner} corner=${corner} seat=${seat} level=${level} active=${active} ready=${ready} words=${words} at=${plan.corners[Number(corner)]} fresh=${was !== null && !was[corner]} />`;
  }),
);

const Knight = memo((/** @type {{corner: string, seat: number, level: number, active: boolean, ready: boolean, words: string, at: {x: number, y: number}, fresh: boolean}} */ { corner, seat, level, active, ready, words, at, fresh }) => html`<g transform=${`translate(${at.x} ${at.y})`}>
  <g data-at=${`knight-${corner}`} class=${`ck-knight ck-seat-${seat % 4}${active ? " ck-active" : ""}${fresh ? " ck-fresh" : ""}`}><title>${words}</title><${Shield} seat=${seat} level=${level} active=${active} ready=${ready} /></g>
</g>`);

/** Draws a knight's shield around the origin; the legend uses it too.
 * @param {{seat: number, level: number, active: boolean, ready?: boolean}} props
 */
export const Shield = ({ seat, level, active, ready }) => html`
  ${active && html`<path class="ck-banner" d="M0-14V-29.5L13-25 0-20.5" />`}
  <path class="ck-edge" d=${SHIELD} /><${Height} d=${SHIELD} /><path class="ck-shield" d=${SHIELD} />
  <${Sign} seat=${seat} y=${-6.5} size="9" />
  <path class="ck-chevrons" d=${Array.from({ length: level }, (_, i) => `M-6.5 ${5 + i * 3.6 - level * 1.6}l6.5 3.4 6.5-3.4`).join("")} />
  ${ready && html`<circle class="ck-ready" cx="-12.5" cy="-13" r="4.5" />`}
`;

/** Draws the metropolis of a track, above its city.
 * @type {(props: {plan: Plan, track: string, corner: number, words: string, fresh: boolean}) => any}
 */
export const Metropolis = memo((/** @type {{plan: Plan, track: string, corner: number, words: string, fresh: boolean}} */ { plan, track, corner, words, fresh }) => html`<g transform=${`translate(${plan.corners[corner].x} ${plan.corners[corner].y})`}>
  <g class=${`ck-metropolis ck-track-${track}${fresh ? " ck-fresh" : ""}`}><title>${words}</title><${Dome} track=${track} /></g>
</g>`);

/** Draws a metropolis around the corner of its city. @param {{track: string}} props */
export const Dome = ({ track }) => html`<path class="ck-dome" d="M-21 1C-21-17-12-25 0-32 12-25 21-17 21 1H17C17-7 13-12 8-12H-8C-13-12-17-7-17 1z" /><path class="ck-emblem" fill-rule="evenodd" d=${drawing(track)} transform="translate(-6.5 -26.5) scale(.54)" />`;

/** Draws the robber, asleep or awake, on its hex or beside the island.
 * @type {(props: {plan: Plan, hex: number | null, awake: boolean, words: string, fresh: boolean}) => any}
 */
export const Robber = memo((/** @type {{plan: Plan, hex: number | null, awake: boolean, words: string, fresh: boolean}} */ { plan, hex, awake, words, fresh }) => {
  const at = hex === null ? { x: 34, y: 44 } : besideToken(plan.hexes[hex]);
  return html`<g transform=${`translate(${at.x} ${at.y})`}><g data-at="robber" class=${`ck-robber${awake ? "" : " ck-asleep"}${fresh ? " ck-fresh" : ""}`}>
    <title>${words}</title>
    ${awake
      ? html`<${RobberFigure} />`
      : html`<path d=${LYING} /><text x="-9" y="-9">z</text><text x="-2" y="-17" class="ck-zz">z</text>`}
  </g></g>`;
});

/** Draws the robber around the origin. */
export const RobberFigure = () => html`<ellipse class="ck-under" cy="13" rx="15" ry="4.5" /><path fill-rule="evenodd" d=${drawing("robber")} transform="translate(-16 -17) scale(1.35)" />`;

/** Returns where the robber stands on a hex. @param {{x: number, y: number}} hex */
export const besideToken = ({ x, y }) => ({ x: x + 27, y: y + 7 });

/** Draws the merchant, with the sign of the seat that it serves.
 * @type {(props: {plan: Plan, hex: number, seat: number, words: string, fresh: boolean}) => any}
 */
export const Merchant = memo((/** @type {{plan: Plan, hex: number, seat: number, words: string, fresh: boolean}} */ { plan, hex, seat, words, fresh }) => html`<g transform=${`translate(${plan.hexes[hex].x - 29} ${plan.hexes[hex].y + 5})`}>
  <g data-at="merchant" class=${`ck-merchant ck-seat-${seat % 4}${fresh ? " ck-fresh" : ""}`}><title>${words}</title>
    <${MerchantFigure} seat=${seat} />
  </g>
</g>`);

/** Draws a merchant around the origin. @param {{seat: number}} props */
export const MerchantFigure = ({ seat }) => html`<ellipse class="ck-under" cy="11" rx="15" ry="4.5" /><path fill-rule="evenodd" d=${drawing("merchant")} transform="translate(-15 -17) scale(1.25)" /><${Sign} seat=${seat} y="5" size="10" />`;

/** Returns a seat's name with its sign. @param {{seat: number, name: string}} info */
export const signed = ({ seat, name }) => `${sign(seat)} ${name}`;
