/** The table of Cities & Knights: the island, every seat, the player's cards, the bank, and the question. */

import { lazy } from "../../ui/lazy.js";
import { Portal, Throttled, html, useRef, useState } from "../../dom.js";
import { language, t } from "../../words/words.js";
import { useZoom } from "../../ui/zoom.js";
import { useWidth } from "../../ui/width.js";
import { Island } from "./island/island.js";
import { Hand, Progress } from "./hand.js";
import { Seat } from "./seat.js";
import { Bank, Dice, Offers, Status, onTurn } from "./status.js";

/**
 * @typedef {import("../../types.d.ts").TableProps} TableProps
 * @typedef {{marks: any, cards: Map<string, any>, give: {act(kind: string): void, word: string} | null, panel: any}} Choice the marks of the places that the player's seat can pick, the attributes of the cards that it can pick, what a press on a card of the hand does, and the panel beside it
 */

/** Width in pixels below which seats collapse into strips that can be opened. */
const NARROW = 600;

const Choosing = lazy(() => import("./choice/choice.js").then((module) => module.Choosing));
const Legend = lazy(() => import("./legend.js").then((module) => module.Legend));

/** @type {Choice} */
const WATCHING = { marks: null, cards: new Map(), give: null, panel: null };

/** @param {TableProps} props */
export function Table(props) {
  // Only a player can choose. Once loaded for a player, the module of choices stays.
  const plays = useRef(false);
  plays.current ||= props.own !== null && props.seats.some((seat) => seat.waiting);
  const draw = (/** @type {Choice} */ choice) => html`<${Board} key=${language()} ...${props} choice=${choice} />`;
  return plays.current ? html`<${Choosing} ...${props} draw=${draw} />` : draw(WATCHING);
}

/** @param {TableProps & {choice: Choice}} props */
function Board({ components, view, before, seats, turned, aside, beside, hold, ended = false, rushing = false, choice: { marks, cards, give, panel } }) {
  const frame = useRef(/** @type {HTMLElement | null} */ (null));
  const width = useWidth(frame);
  if (width === null) return html`<div class="ck-frame" ref=${frame}></div>`;
  const first = turned < seats.length ? turned : 0;
  const around = seats.map((_, i) => seats[(first + i) % seats.length]);
  const own = view.seats[first];
  const was = before?.seats[first] ?? null;
  const spoken = language();
  const turn = onTurn(view);
  // After the end, the island takes the space of the hand.
  const holds = ended ? null : hold;
  const phone = holds !== null && beside === null;
  const seat = (/** @type {import("../../types.d.ts").SeatInfo} */ info) => html`<${Seat}
    key=${info.seat}
    components=${components}
    seatView=${view.seats[info.seat]}
    info=${info}
    goal=${view.options.victory_points ?? 13}
    gained=${before ? view.seats[info.seat].points - before.seats[info.seat].points : 0}
    turn=${turn === info.seat}
    longest=${view.longest === info.seat}
    merchant=${view.merchant?.seat === info.seat}
    metropolises=${Object.entries(view.metropolises ?? {}).filter(([, spot]) => spot.seat === info.seat).map(([track]) => track).join(" ")}
    folded=${width < NARROW && !beside && info !== around[0]}
    own=${info === around[0] && Boolean(own.hand)}
    language=${spoken}
  />`;
  const offers = view.offers && Object.keys(view.offers).length > 0 && html`<${Offers} key="offers" components=${components} offers=${view.offers} seats=${seats} />`;
  const progress = own.progress && (own.progress.length > 0 || cards.size > 0) && html`<${Progress} key="progress" components=${components} cards=${own.progress} was=${was?.progress ?? null} limit=${components.progress_limit} pick=${cards} language=${spoken} />`;
  const all = html`<div class="ck-seats" key="seats">${around.map(seat)}</div>`;
  const bank = html`<${Bank} key="bank" components=${components} bank=${view.bank} decks=${view.decks} language=${spoken} />`;
  const dice = view.dice && html`<${Dice} components=${components} view=${view} />`;
  const hand = own.hand && html`<${Hand} key="hand" components=${components} hand=${own.hand} was=${was?.hand ?? null} n=${own.cards} limit=${own.hand_limit ?? 7} seat=${first} name=${around[0].name} give=${give} language=${spoken} />`;
  const held = html`<div class="ck-held" data-phone=${phone ? "" : null}>${phone && dice}${hand}</div>`;
  return html`<div class="ck-frame" ref=${frame}>
    <div class="ck-table">
      <figure class="ck-map" key="island">
        <${Status} view=${view} seats=${seats} ended=${ended}>${!phone && dice}</${Status}>
        <${Sheet}><${Island} components=${components} view=${view} before=${before} seats=${seats} marks=${marks} /></${Sheet}>
      </figure>
      ${!beside && html`<${Throttled} rushing=${rushing}><div class="ck-stack">${offers}${!holds && hand}${progress}${all}${bank}</div><//>`}
    </div>
    <${Signs} components=${components} />
    ${beside && html`<${Throttled} rushing=${rushing}><${Portal} into=${beside}><div class="ck-beside">${offers}${ended && hand}${progress}${all}${bank}</div><//><//>`}
    ${holds && (hand || phone) && html`<${Portal} into=${holds}>${held}<//>`}
    ${panel && aside && html`<${Portal} into=${aside}>${panel}<//>`}
  </div>`;
}

/** Draws the sheet with the island, which can be zoomed.
 * @param {{children?: any}} props
 */
function Sheet({ children }) {
  const { sheet, near, turn } = useZoom();
  return html`<div class="ck-sheet" data-board data-at="table">
    <div class="ck-view near-view" ref=${sheet} data-near=${near} tabindex=${near ? 0 : null} role=${near ? "region" : null} aria-label=${near ? t("cities_knights.board.island") : null}>${children}</div>
    <button type="button" class="near-turn" aria-pressed=${String(near)} aria-label=${t("cities_knights.board.closer")} title=${t("cities_knights.board.closer")} onClick=${turn}>${near ? "−" : "+"}</button>
  </div>`;
}

/** Draws the legend of signs and costs once the viewer opens it. @param {{components: any}} props */
function Signs({ components }) {
  const [open, setOpen] = useState(false);
  return html`<details class="ck-signs" open=${open} onToggle=${(/** @type {any} */ event) => setOpen(event.currentTarget.open)}>
    <summary>${t("cities_knights.legend.title")}</summary>
    ${open && html`<${Legend} components=${components} />`}
  </details>`;
}
