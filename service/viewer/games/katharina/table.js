/** The table of Katharina: the map, everybody's display, the own hand, the track and the piles. */

import { html, useCallback, useEffect, useRef, useState } from "../../dom.js";
import { language, t } from "../../words/words.js";
import { useChoice } from "./choice/choice.js";
import { KaHand } from "./hand.js";
import { KaMap } from "./map.js";
import { KaPiles } from "./piles.js";
import { KaSeat, rivalsOf } from "./seat.js";
import { Symbols } from "./symbols.js";
import { KaTrack } from "./track.js";

/** @typedef {import("../../types.d.ts").TableProps} TableProps */

/** Residences of a seat, as the box holds them. */
const SUPPLY = 12;
const PHONE = 640;

/** @param {TableProps} props */
export function Table(props) {
  const choice = useChoice({ components: props.components, view: props.view, own: props.own, ask: props.ask, seats: props.seats });
  return html`<${Board} key=${language()} ...${props} choice=${choice} />`;
}

/** @param {TableProps & {choice: ReturnType<typeof useChoice>}} props */
function Board({ components, view, before, seats, turned, choice: { picks, panel } }) {
  const table = useRef(/** @type {HTMLElement | null} */ (null));
  const phone = useNarrow(table);
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
      supply=${SUPPLY}
      finished=${finished}
      onFocus=${onFocus}
      ...${more}
    />`;
  const hand = view.seats[first].hand;
  return html`<div class="ka-frame" ref=${table}><div class="ka-table" data-phone=${phone ? "" : null}>
    <${Symbols} />
    <div class="ka-centre">
      <${KaMap} components=${components} view=${view} before=${before} seats=${seats} picks=${picks} focus=${looked ?? first} />
      <div class="ka-middle"><${KaTrack} components=${components} view=${view} before=${before} seats=${seats} /><${KaPiles} components=${components} view=${view} /></div>
    </div>
    <div class="ka-own">
      ${seat(around[0], { first: true, picks })}
      ${(hand || panel) && html`<div class="ka-play">
        ${hand && html`<section class="ka-holding" aria-label=${t("katharina.board.hand")}><${KaHand} components=${components} cards=${hand} was=${before?.seats[first].hand ?? null} name=${around[0].name} picks=${picks} /></section>`}
        ${panel && html`<div class="ka-panel">${panel}</div>`}
      </div>`}
    </div>
    <div class="ka-others">${around.slice(1).map((info) => seat(info, { folded: phone }))}</div>
  </div></div>`;
}

/** Whether an element is as narrow as a phone.
 * @param {{current: HTMLElement | null}} element
 */
function useNarrow(element) {
  const [narrow, setNarrow] = useState(() => innerWidth < PHONE);
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new ResizeObserver(([entry]) => setNarrow(entry.contentRect.width < PHONE));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return narrow;
}
