/** The map: land and sea, roads, cities, and the residences of the seats. */

import { html, memo, useLayoutEffect, useRef, useState } from "../../dom.js";
import { shape, sign } from "../../ui/seat_badge.js";
import { language, t } from "../../words/words.js";
import { useZoom } from "../../ui/zoom.js";
import { SHEETS, atlas } from "./atlas.js";
import { letter, named } from "./box.js";
import { pickable } from "./pickable.js";
import { drawing } from "./symbols.js";

/** @typedef {import("./atlas.js").Atlas} Atlas */

/** @param {{components: any, view: any, before: any, seats: import("../../types.d.ts").SeatInfo[], picks?: import("./pickable.js").Picks | null, focus?: number | null}} props */
export function KaMap({ components, view, before, seats, picks = null, focus = null }) {
  const frame = useRef(/** @type {HTMLElement | null} */ (null));
  const fit = useSheet(frame);
  const { sheet: sight, near, turn } = useZoom();
  if (fit === null) return html`<figure class="ka-map" data-board ref=${frame}></figure>`;
  const sheet = sheetOf(components, fit, seats.length);
  const built = seats.map(({ seat }) => /** @type {string[]} */ (view.seats[seat].residences));
  const old = before ? seats.map(({ seat }) => /** @type {string[]} */ (before.seats[seat].residences)) : built;
  return html`<figure class="ka-map" data-board data-at="table" ref=${frame}>
    <div class="near-view" ref=${sight} data-near=${near} tabindex=${near ? 0 : null} role=${near ? "region" : null} aria-label=${near ? t("katharina.board.map") : null}><svg data-picture viewBox=${`0 0 ${sheet.width} ${sheet.height}`} role="group" aria-label=${t("katharina.board.map")} style=${{ "--ka-font": `${sheet.font}px` }}>
      <${Ground} components=${components} sheet=${sheet} />
      <${Networks} sheet=${sheet} built=${JSON.stringify(built)} focus=${focus} />
      ${sheet.places.map((place) => {
        const here = seats.flatMap((_, i) => (built[i].includes(place.id) ? [i] : []));
        const fresh = here.filter((i) => !old[i].includes(place.id));
        return html`<${City} key=${place.id} components=${components} sheet=${sheet} place=${place} here=${here.join()} fresh=${fresh.join()} pick=${picks?.cities[place.id] ?? null} onCity=${picks?.onCity} />`;
      })}
    </svg></div>
    <button type="button" class="near-turn" aria-pressed=${String(near)} aria-label=${t("katharina.board.closer")} title=${t("katharina.board.closer")} onClick=${turn}>${near ? "−" : "+"}</button>
  </figure>`;
}

/** The maps laid out so far, by language, size and seats. @type {WeakMap<any, Map<string, Atlas>>} */
const drawn = new WeakMap();

/** Returns the map laid out for a sheet size; it is cached, because the layout takes a while.
 * @param {any} components
 * @param {[width: number, height: number]} size
 * @param {number} seats
 */
function sheetOf(components, [width, height], seats) {
  const sheets = drawn.get(components) ?? new Map();
  drawn.set(components, sheets);
  const key = [language(), width, height, seats].join();
  if (!sheets.has(key)) sheets.set(key, atlas(components, { city: (id) => named(components, "city", id), region: (colour) => named(components, "colour", colour) }, { width, height, seats }));
  return /** @type {Atlas} */ (sheets.get(key));
}

/** Returns the sheet size that suits an element best; null until the element's size is known.
 * @param {{current: HTMLElement | null}} frame
 * @returns {[width: number, height: number] | null}
 */
function useSheet(frame) {
  const [size, setSize] = useState(/** @type {[width: number, height: number] | null} */ (null));
  useLayoutEffect(() => {
    if (!frame.current) return undefined;
    setSize(sheetFor(frame.current.clientWidth, frame.current.clientHeight));
    const observer = new ResizeObserver(([entry]) => setSize(sheetFor(entry.contentRect.width, entry.contentRect.height)));
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  return size;
}

/** Returns the sheet that fills most of an area; sheets that would shrink below 85 % count for less.
 * @param {number} width
 * @param {number} height
 */
function sheetFor(width, height) {
  const scale = (/** @type {[number, number]} */ [w, h]) => Math.min(width / w, height / h);
  const filled = (/** @type {[number, number]} */ sheet) => Math.min(1, scale(sheet) / 0.85) * scale(sheet) ** 2 * sheet[0] * sheet[1];
  return SHEETS.reduce((best, sheet) => (filled(sheet) > filled(best) ? sheet : best));
}

const Ground = memo((/** @type {{components: any, sheet: Atlas}} */ { components, sheet }) => {
  const coast = sheet.lands.map((land) => land.path).join("");
  return html`
    <defs>
      <pattern id="ka-hatch-0" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V9" class="ka-hatch ka-region-0" /></pattern>
      <pattern id="ka-hatch-1" width="10" height="10" patternUnits="userSpaceOnUse"><circle cx="2.5" cy="2.5" r="1.1" class="ka-hatch ka-dot ka-region-1" /><circle cx="7.5" cy="7.5" r="1.1" class="ka-hatch ka-dot ka-region-1" /></pattern>
      <pattern id="ka-hatch-2" width="18" height="9" patternUnits="userSpaceOnUse"><path d="M0 4.5q4.5-4 9 0t9 0" class="ka-hatch ka-region-2" /></pattern>
    </defs>
    <rect class="ka-sea" width=${sheet.width} height=${sheet.height} rx="10" />
    <path class="ka-grid" d=${graticule(sheet)} />
    <path class="ka-shoal ka-shoal-far" d=${coast} /><path class="ka-shoal ka-shoal-near" d=${coast} />
    ${sheet.lands.map(
      ({ region, path }) => html`<g class=${`ka-land ka-region-${region % 3}`}><path class="ka-soil" d=${path} /><path class="ka-pattern" d=${path} fill=${`url(#ka-hatch-${region % 3})`} /></g>`,
    )}
    <g class="ka-compass" transform=${`translate(${sheet.compass.x} ${sheet.compass.y}) scale(${sheet.radius / 13})`}><circle r="15" /><path d="M0-21 4.5 0 0 21-4.5 0z" /><path d="M0-21 4.5 0h-9z" class="ka-north" /><path d="M-21 0 0-3.5 21 0 0 3.5z" /></g>
    ${sheet.roads.map(({ path }) => html`<path class="ka-road-casing" d=${path} />`)}
    ${sheet.roads.map(({ path }) => html`<path class="ka-road" d=${path} />`)}
    ${sheet.lands.map(
      ({ region, name }) => name && html`<g class=${`ka-land-name ka-region-${region % 3}`}>
        <circle cx=${name.x} cy=${name.y} r=${sheet.font * 0.75} /><text class="ka-land-letter" x=${name.x} y=${name.y + sheet.font * 0.33} text-anchor="middle">${letter(components, components.colours[region])}</text>
        <text text-anchor="middle">${name.lines.map((line, i) => html`<tspan x=${name.x} y=${name.y + (i + 1.75) * sheet.font}>${line}</tspan>`)}</text>
      </g>`,
    )}
  `;
});

/** Returns faint lines across the sea, bent like those of a globe.
 * @param {Atlas} sheet
 */
function graticule({ width, height }) {
  const down = Array.from({ length: 7 }, (_, i) => (width * (i + 0.5)) / 7).map((x) => `M${x + (x - width / 2) * -0.12} 0Q${x} ${height / 2} ${x + (x - width / 2) * 0.08} ${height}`);
  const across = Array.from({ length: 4 }, (_, i) => (height * (i + 0.6)) / 4).map((y) => `M0 ${y - 14}Q${width / 2} ${y + 18} ${width} ${y - 14}`);
  return [...down, ...across].join("");
}

/** Pixels of a seat's dash on a road that several seats share. */
const DASH = 9;

/** Draws the roads between the residences of each seat, and rings around the cities of the seat in focus. On a shared road the seats' colours alternate. */
const Networks = memo((/** @type {{sheet: Atlas, built: string, focus: number | null}} */ { sheet, built, focus }) => {
  const cities = JSON.parse(built).map((/** @type {string[]} */ some) => new Set(some));
  const joins = (/** @type {{from: string, to: string}} */ { from, to }, /** @type {number} */ seat) => cities[seat].has(from) && cities[seat].has(to);
  return html`${sheet.roads.map((road) => {
    const seats = cities.flatMap((/** @type {any} */ _, /** @type {number} */ seat) => (joins(road, seat) ? [seat] : []));
    const dashes = seats.length > 1 ? `${DASH} ${DASH * (seats.length - 1)}` : null;
    return seats.map((/** @type {number} */ seat, /** @type {number} */ i) => html`<path key=${`${road.path}${seat}`} class=${`ka-network ka-seat-${seat % 4}`} d=${road.path} data-thin=${focus === null || focus === seat ? null : ""} stroke-dasharray=${dashes} stroke-dashoffset=${-DASH * i} />`);
  })}${focus !== null && sheet.places.map(({ id, x, y }) => cities[focus]?.has(id) && html`<circle key=${id} class=${`ka-network ka-seat-${focus % 4}`} cx=${x} cy=${y} r=${sheet.radius + 3} />`)}`;
});

const City = memo((/** @type {{components: any, sheet: Atlas, place: import("./atlas.js").Place, here: string, fresh: string, pick: import("./pickable.js").Pick | null, onCity?: (id: string) => void}} */ props) => {
  const { components, sheet, place, here, fresh, pick, onCity } = props;
  const { x, y, label } = place;
  const owners = numbers(here);
  const colour = components.colours[place.region];
  const feature = named(components, components.goods.includes(place.feature) ? "symbol" : "feature", place.feature);
  const words = t("katharina.board.city_words", { name: named(components, "city", place.id), region: named(components, "colour", colour), feature, built: owners.map(sign) });
  const act = () => onCity?.(place.id);
  const button = pick && {
    ...pickable(pick, act),
    role: "button",
    tabindex: 0,
    onKeyDown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      if (pick.state !== "off") act();
    },
  };
  const size = sheet.radius * 1.24;
  return html`<g class=${`ka-city ka-region-${place.region % 3}`} role="img" aria-label=${words} ...${button}>
    <title>${pick ? pick.label : words}</title>
    ${pick && html`<circle class="ka-touch" cx=${x} cy=${y} r=${Math.max(23, sheet.radius + 9)} /><circle class="ka-reach" cx=${x} cy=${y} r=${sheet.radius + 9} />`}
    <circle class="ka-town" data-at=${`city-${place.id}`} cx=${x} cy=${y} r=${sheet.radius} />
    ${place.feature === "point"
      ? html`<text class="ka-one" x=${x} y=${y + sheet.radius * 0.5} text-anchor="middle" font-size=${sheet.radius * 1.4}>1</text>`
      : html`<path class=${`ka-sym-${place.feature}`} fill-rule="evenodd" d=${drawing(place.feature)} transform=${`translate(${x - size / 2} ${y - size / 2}) scale(${size / 24})`} />`}
    <text class="ka-label" text-anchor=${label.anchor}>${label.lines.map((line, i) => html`<tspan x=${label.x} y=${label.y + i * sheet.font * 1.05}>${line}</tspan>`)}</text>
    ${owners.map((seat, i) => html`<${House} key=${seat} seat=${seat} city=${place.id} at=${homeOf(place, sheet, i, owners.length)} size=${sheet.house * HOUSE} fresh=${numbers(fresh).includes(seat)} />`)}
  </g>`;
});

/** The size of a drawn house as a multiple of the space that is kept for it: houses overlap each other rather than names. */
const HOUSE = 1.9;

/** Returns the place of the n-th of several houses: they are in the middle of the space kept for them.
 * @param {import("./atlas.js").Place} place @param {Atlas} sheet @param {number} nth @param {number} count
 */
function homeOf({ x, y, homes }, sheet, nth, count) {
  const home = homes[nth + Math.floor((homes.length - count) / 2)];
  const far = (sheet.radius + sheet.house * HOUSE * 0.4) / Math.hypot(home.x - x, home.y - y);
  return { x: x + (home.x - x) * far, y: y + (home.y - y) * far };
}

/** @param {{seat: number, city: string, at: {x: number, y: number}, size: number, fresh: boolean}} props */
function House({ seat, city, at, size, fresh }) {
  return html`<g transform=${`translate(${at.x - size / 2} ${at.y - size / 2}) scale(${size / 16})`}>
    <g data-at=${`house-${seat}-${city}`} class=${`ka-house ka-seat-${seat % 4}${fresh ? " ka-fresh" : ""}`}>
      <path class="ka-walls" d="M8 .3 15.7 6.7v8.8H.3V6.7z" />
      <path class="ka-sign" transform="translate(4 6.2) scale(.5)" d=${shape(seat)} />
    </g>
  </g>`;
}

/** @param {string} list */
const numbers = (list) => (list ? list.split(",").map(Number) : []);
