/** The table of Katharina: the map, all displays, the player's hand, the track and the piles. */

import { lazy } from "../../ui/lazy.js";
import { Portal, Throttled, html, useCallback, useRef, useState } from "../../dom.js";
import { useWidth } from "../../ui/width.js";
import { language, t } from "../../words/words.js";
import { KaHand } from "./hand.js";
import { KaMap } from "./map.js";
import { KaPiles } from "./piles.js";
import { KaSeat, rivalsOf } from "./seat.js";
import { KaTrack } from "./track.js";

/** @typedef {import("../../types.d.ts").TableProps} TableProps */

/** Width in pixels below which the other seats collapse into strips that can be opened. */
const NARROW = 640;

/** @typedef {{picks: import("./pickable.js").Picks | null, panel: any}} Choice the possible picks of the player's seat, and the panel beside it */

const Choosing = lazy(() => import("./choice/choice.js").then((module) => module.Choosing));

/** @param {TableProps} props */
export function Table(props) {
  // Spectators, and players who look back, have nothing to choose. Once loaded for a player, the module of choices stays.
  const plays = useRef(false);
  plays.current ||= props.own !== null && props.seats.some((seat) => seat.waiting);
  const draw = (/** @type {Choice} */ choice) => html`<${Board} key=${language()} ...${props} choice=${choice} />`;
  return plays.current ? html`<${Choosing} ...${props} draw=${draw} />` : draw({ picks: null, panel: null });
}

/** @param {TableProps & {choice: Choice}} props */
function Board({ components, view, before, seats, turned, aside, beside, hold, rushing = false, choice: { picks, panel } }) {
  const frame = useRef(/** @type {HTMLElement | null} */ (null));
  const width = useWidth(frame);
  const [looked, setLooked] = useState(/** @type {number | null} */ (null));
  const onFocus = useCallback((/** @type {number | null} */ seat) => setLooked(seat), []);
  if (width === null) return html`<div class="ka-frame" ref=${frame}></div>`;
  const first = turned < seats.length ? turned : 0;
  const around = seats.map((_, i) => seats[(first + i) % seats.length]);
  const finished = Boolean(view.places);
  const phone = hold !== null && beside === null;
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
      onFocus=${onFocus}
      ...${more}
    />`;
  const cards = view.seats[first].hand;
  const hand = cards && html`<section class="ka-holding" key="hand" aria-label=${t("katharina.board.hand")}><${KaHand} components=${components} cards=${cards} was=${before?.seats[first].hand ?? null} name=${around[0].name} picks=${picks} scrolls=${true} /></section>`;
  const own = seat(around[0], { first: true, picks });
  const middle = html`<div class="ka-middle" key="middle"><${KaTrack} components=${components} view=${view} before=${before} seats=${seats} /><${KaPiles} components=${components} view=${view} /></div>`;
  const others = around.slice(1).map((info) => seat(info, { folded: width < NARROW && !beside }));
  return html`<div class="ka-frame" ref=${frame}>
    <div class="ka-table">
      <div class="ka-stage" data-hand=${hand && !phone ? "" : null}>
        <${KaMap} components=${components} view=${view} before=${before} seats=${seats} picks=${picks} focus=${looked ?? first} />
        ${!phone && hand}
      </div>
      <${Throttled} rushing=${rushing}><div class="ka-stack">${!beside && [own, middle]}${others}</div><//>
    </div>
    ${beside && html`<${Throttled} rushing=${rushing}><${Portal} into=${beside}><div class="ka-beside">${own}${middle}</div><//><//>`}
    ${phone && hand && html`<${Portal} into=${hold}>${hand}<//>`}
    ${panel && aside && html`<${Portal} into=${aside}>${panel}<//>`}
  </div>`;
}
