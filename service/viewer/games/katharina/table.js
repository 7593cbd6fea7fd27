/** The table of Katharina: the map, everybody's display, the own hand, the track and the piles. */

import { Elsewhere, html, useCallback, useLayoutEffect, useRef, useState } from "../../dom.js";
import { language, t } from "../../words/words.js";
import { useChoice } from "./choice/choice.js";
import { KaHand } from "./hand.js";
import { KaMap } from "./map.js";
import { KaPiles } from "./piles.js";
import { KaSeat, rivalsOf } from "./seat.js";
import { KaTrack } from "./track.js";

/** @typedef {import("../../types.d.ts").TableProps} TableProps */

/** @typedef {"phone" | "medium" | "wide" | "vast"} Layout */
/** @type {[from: number, layout: Layout][]} */
const LAYOUTS = [[1560, "vast"], [880, "wide"], [640, "medium"], [0, "phone"]];

/** @param {TableProps} props */
export function Table(props) {
  const choice = useChoice({ components: props.components, view: props.view, own: props.own, ask: props.ask, seats: props.seats });
  return html`<${Board} key=${language()} ...${props} choice=${choice} />`;
}

/** @param {TableProps & {choice: ReturnType<typeof useChoice>}} props */
function Board({ components, view, before, seats, turned, aside, choice: { picks, panel } }) {
  const frame = useRef(/** @type {HTMLElement | null} */ (null));
  const layout = useLayout(frame);
  const [looked, setLooked] = useState(/** @type {number | null} */ (null));
  const onFocus = useCallback((/** @type {number | null} */ seat) => setLooked(seat), []);
  const first = turned < seats.length ? turned : 0;
  const around = seats.map((_, i) => seats[(first + i) % seats.length]);
  const finished = Boolean(view.places);
  const seat = (/** @type {import("../../types.d.ts").SeatInfo} */ info, /** @type {object} */ more) =>
    html`<${KaSeat}
      key=${info.seat}
      components=${components}
      seatView=${view.seats[info.seat]}
      was=${before?.seats[info.seat] ?? null}
      info=${info}
      rivals=${rivalsOf(view, info.seat, seats.length)}
      supply=${components.residences}
      finished=${finished}
      scrolls=${layout === "phone"}
      onFocus=${onFocus}
      ...${more}
    />`;
  const hand = view.seats[first].hand;
  const centre = html`<div class="ka-centre" key="centre">
    <${KaMap} components=${components} view=${view} before=${before} seats=${seats} picks=${picks} focus=${looked ?? first} />
    <div class="ka-middle"><${KaTrack} components=${components} view=${view} before=${before} seats=${seats} /><${KaPiles} components=${components} view=${view} /></div>
  </div>`;
  const own = html`<div class="ka-own" key="own">
    ${seat(around[0], { first: true, picks })}
    ${(hand || (panel && !aside)) && html`<div class="ka-play">
      ${hand && html`<section class="ka-holding" aria-label=${t("katharina.board.hand")}><${KaHand} components=${components} cards=${hand} was=${before?.seats[first].hand ?? null} name=${around[0].name} picks=${picks} scrolls=${layout === "phone"} /></section>`}
      ${panel && !aside && html`<div class="ka-panel">${panel}</div>`}
    </div>`}
  </div>`;
  const others = around.slice(1).map((info) => seat(info, { folded: layout === "phone" }));
  return html`<div class="ka-frame" ref=${frame}>
    <div class="ka-table" data-layout=${layout}>${columns(layout, centre, own, others).map((column, i) => html`<div key=${i} class="ka-stack">${column}</div>`)}</div>
    ${panel && aside && html`<${Elsewhere} into=${aside}>${panel}<//>`}
  </div>`;
}

/** What stands in which column, from left to right.
 * @param {Layout} layout
 * @param {any} centre
 * @param {any} own
 * @param {any[]} others
 * @returns {any[][]}
 */
function columns(layout, centre, own, others) {
  if (layout === "vast") return [[centre], [own], others];
  const half = Math.ceil(others.length / 2);
  return layout === "wide" ? [[centre, ...others.slice(0, half)], [own, ...others.slice(half)]] : [[centre, own, ...others]];
}

/** The layout for the width an element has.
 * @param {{current: HTMLElement | null}} element
 * @returns {Layout}
 */
function useLayout(element) {
  const fit = (/** @type {number} */ width) => /** @type {[number, Layout]} */ (LAYOUTS.find(([from]) => width >= from))[1];
  const [layout, setLayout] = useState(() => fit(innerWidth));
  useLayoutEffect(() => {
    if (!element.current) return undefined;
    setLayout(fit(element.current.clientWidth));
    const observer = new ResizeObserver(([entry]) => setLayout(fit(entry.contentRect.width)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return layout;
}
