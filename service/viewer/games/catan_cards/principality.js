/** A principality: its axis of roads, settlements and cities, the regions with what they store, and the cards on their sites. */

import { html, memo } from "../../dom.js";
import { t } from "../../words/words.js";
import { MiniCard } from "./card.js";
import { pickable } from "./choice/pick.js";
import { named, regionName, regionOf } from "./box.js";
import { Path, Symbol } from "./symbols.js";

/** @typedef {import("./choice/pick.js").Picks} Picks */

const SIDES = /** @type {const} */ (["above", "below"]);
/** The width of a column without cards, relative to one with cards. */
const FREE = 0.7;

/** Returns the slots to draw, from left to right: all that are in use, and all that can be picked.
 * @param {any} seatView
 * @param {Picks} pick
 * @returns {number[]}
 */
export function slotsOf(seatView, pick) {
  const { roads = [], settlements = [], cities = [], regions = {} } = seatView;
  const lit = [...pick.keys()].filter((key) => /^(slot|site):/.test(key)).map((key) => Number(key.split(":")[1]));
  const all = [...roads, ...settlements, ...cities, ...Object.values(regions).map((one) => one.slot), ...lit];
  if (!all.length) return [];
  const [from, to] = [Math.min(...all), Math.max(...all)];
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

/** @param {{components: any, seatView: any, was: any, seat: number, pick: Picks, name: string}} props */
export function Principality({ components, seatView, was, seat, pick, name }) {
  const slots = slotsOf(seatView, pick);
  const { cities = [] } = seatView;
  const regions = Object.entries(seatView.regions ?? {});
  const built = Object.entries(seatView.built ?? {});
  /** The relative width of each column of sites: free ones are narrow, so that cards have room. Zero for regions. @type {number[]} */
  const wide = slots.map((slot) => (slot % 2 === 0 ? 0 : (cities.includes(slot) ? 1.8 : 1) * (built.some(([, one]) => one.slot === slot && one.side) ? 1 : FREE)));
  const sites = wide.reduce((sum, one) => sum + one, 0);
  const column = (/** @type {number} */ slot) => slots.indexOf(slot) + 1;
  if (!slots.length) return html`<${Covered} />`;
  return html`<div class="cc-land more-across" role="region" tabindex="0" aria-label=${t("catan_cards.board.principality", { name })}>
    <div class="cc-axis" style=${{ "--regions": slots.filter((slot) => slot % 2 === 0).length, "--sites": Math.max(1, sites), gridTemplateColumns: wide.map((one) => (one ? `calc(var(--s) * ${one})` : "var(--u)")).join(" ") }}>
      ${regions.map(([id, { slot, side, stored = 0 }]) => html`<${Region} key=${id} components=${components} id=${id} column=${column(slot)} side=${side} stored=${stored} was=${was ? (was.regions?.[id]?.stored ?? 0) : stored} feeling=${Object.values(seatView.feelings ?? {}).includes(id) ? (seatView.stars ?? 0) : -1} place=${pick.get(`region:${id}`) ?? null} />`)}
      ${slots.map((slot) => html`<${Middle} key=${`m${slot}`} components=${components} seatView=${seatView} seat=${seat} slot=${slot} column=${column(slot)} place=${pick.get(`slot:${slot}`) ?? null} complements=${built.filter(([, one]) => one.slot === slot && !one.side)} pick=${pick} />`)}
      ${slots.filter((slot) => slot % 2 !== 0).map((slot) => SIDES.map((side) => html`<${Site} key=${`s${slot}${side}`} components=${components} seatView=${seatView} slot=${slot} side=${side} column=${column(slot)} cards=${built.filter(([, one]) => one.slot === slot && one.side === side).map(([id]) => id)} place=${pick.get(`site:${slot}:${side}`) ?? null} pick=${pick} />`))}
    </div>
  </div>`;
}

/** Draws the regions of a principality that is not laid out yet: six backs in the places of the first layout. */
const Covered = () => html`<div class="cc-land" role="img" aria-label=${t("catan_cards.board.covered")} title=${t("catan_cards.board.covered")}>
  <div class="cc-axis" style=${{ "--regions": 3, "--sites": 2 * FREE, gridTemplateColumns: `var(--u) calc(var(--s) * ${FREE}) var(--u) calc(var(--s) * ${FREE}) var(--u)` }}>
    ${[1, 3, 5].map((column) => SIDES.map((side) => html`<div class=${`cc-region cc-covered cc-${side}`} style=${{ gridColumn: column }}></div>`))}
  </div>
</div>`;

/** Draws a region, which turns as its store changes: the pips on its upper edge are what it holds. */
const Region = memo((/** @type {{components: any, id: string, column: number, side: "above" | "below", stored: number, was: number, feeling: number, place: any}} */ { components, id, column, side, stored, was, feeling, place }) => {
  const { type, kind, number } = regionOf(components, id);
  const words = t("catan_cards.board.region", { name: regionName(components, id), n: stored, most: components.limits.stored, what: named(components, "kind", kind) });
  const told = feeling < 0 ? words : `${words}; ${t("catan_cards.board.feeling")}`;
  const button = place ? { ...pickable(place), "aria-label": `${place.label} ${words}` } : { role: "img", "aria-label": told };
  return html`<div class=${`cc-region cc-of-${kind} cc-${side}`} data-region=${id} data-at=${`region-${id}`} style=${{ gridColumn: column }} title=${told} ...${button}>
    <svg viewBox="0 0 100 100" aria-hidden="true">
      <g class="cc-turning" style=${{ transform: `rotate(${-90 * stored}deg)` }}>
        <g class="cc-land-drawing" transform="translate(24 24) scale(0.2031)"><${Path} of=${type} /></g>
        ${[1, 2, 3].map((n) => html`<g key=${n} transform=${`rotate(${90 * n} 50 50)`} class=${n === stored ? "cc-pips cc-now" : "cc-pips"}>${Array.from({ length: n }, (_, i) => html`<circle cx=${50 + (i - (n - 1) / 2) * 19} cy="11" r="7" />`)}</g>`)}
      </g>
    </svg>
    <b class="cc-number" aria-hidden="true">${number}</b>
    ${stored !== was && html`<span key=${stored} class="cc-gain" aria-hidden="true">${stored > was ? "+" : "−"}${Math.abs(stored - was)}</span>`}
    ${feeling >= 0 && html`<span class="cc-feeling" aria-hidden="true" data-stars=${feeling || ""}><${Symbol} kind="feeling" /></span>`}
  </div>`;
});

/** Draws a slot of the axis: a road with its complement, a settlement, a city, or a place for one.
 * @param {{components: any, seatView: any, seat: number, slot: number, column: number, place: any, complements: [string, any][], pick: Picks}} props
 */
function Middle({ components, seatView, seat, slot, column, place, complements, pick }) {
  const what = seatView.roads?.includes(slot) ? "road" : seatView.cities?.includes(slot) ? "city" : seatView.settlements?.includes(slot) ? "settlement" : null;
  if (!what && !place) return null;
  const ghost = what ?? (slot % 2 === 0 ? "road" : "settlement");
  const words = named(components, "piece", ghost);
  const attributes = place ? pickable(place) : { role: "img", "aria-label": words };
  return html`<div class=${`cc-middle-slot cc-is-${ghost}${what ? "" : " cc-ghost"}`} style=${{ gridColumn: column }}>
    <div class="cc-piece" data-slot=${slot} data-at=${what && `slot-${seat}-${slot}`} title=${words} ...${place?.card ? { role: "img", "aria-label": words } : attributes}><${Symbol} kind=${ghost} /></div>
    ${complements.map(([id]) => html`<${MiniCard} key=${id} components=${components} id=${id} used=${seatView.used?.includes(id) ?? false} place=${pick.get(`card:${id}`) ?? null} flat=${true} />`)}
    ${place?.card && html`<${MiniCard} components=${components} id=${place.card} place=${place} shown=${true} flat=${true} />`}
  </div>`;
}

/** Draws the sites above or below a settlement or city.
 * @param {{components: any, seatView: any, slot: number, side: "above" | "below", column: number, cards: string[], place: any, pick: Picks}} props
 */
function Site({ components, seatView, slot, side, column, cards, place, pick }) {
  const city = seatView.cities?.includes(slot);
  if (!city && !seatView.settlements?.includes(slot)) return null;
  const free = (city ? 2 : 1) - cards.length;
  const words = t("catan_cards.board.empty_site", { above: side === "above" });
  return html`<div class=${`cc-sites cc-${side}`} style=${{ gridColumn: column }}>
    ${cards.map((id) => html`<${MiniCard} key=${id} components=${components} id=${id} used=${seatView.used?.includes(id) ?? false} place=${pick.get(`card:${id}`) ?? null} />`)}
    ${place?.card && html`<${MiniCard} components=${components} id=${place.card} place=${place} shown=${true} />`}
    ${Array.from({ length: Math.max(0, place?.card ? free - 1 : free) }, (_, i) => html`<div key=${i} class="cc-site" data-site=${`${slot}:${side}`} title=${words} ...${place && !place.card && i === 0 ? pickable(place) : { "aria-hidden": "true" }}></div>`)}
  </div>`;
}
