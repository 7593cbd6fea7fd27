/** The table of the Catan card game: both principalities, the area between them, the player's hand, and the question. */

import { Portal, Throttled, html, useRef, useState } from "../../dom.js";
import { lazy } from "../../ui/lazy.js";
import { useFollow } from "../../ui/follow.js";
import { useMedia } from "../../ui/media.js";
import { useWidth } from "../../ui/width.js";
import { language, t } from "../../words/words.js";
import { HeldCard } from "./card.js";
import { nothing } from "./choice/pick.js";
import { Piles, Rolled, Status, onTurn } from "./middle.js";
import { Tokens } from "./dice.js";
import { Principality } from "./principality.js";
import { Seat } from "./seat.js";
import { looking } from "./sight.js";
import { Sheet } from "./sheet.js";

/**
 * @typedef {import("../../types.d.ts").TableProps} TableProps
 * @typedef {import("../../types.d.ts").SeatInfo} SeatInfo
 * @typedef {{pick: import("./choice/pick.js").Picks, panel: (() => any) | null, layout: import("./choice/forms.js").Filled | null}} Choice the possible picks of the player's seat, and a function that draws the panel
 */

/** Width in pixels below which only one principality is shown at a time. */
const NARROW = 560;

/** Frames in which the principalities are panned one below the other. */
const TALL = "(max-width: 35rem) and (max-aspect-ratio: 5/6)";

const Choosing = lazy(() => import("./choice/choice.js").then((module) => module.Choosing));
const Duel = lazy(() => import("./duel.js").then((module) => module.Duel));
const Look = lazy(() => import("./look.js").then((module) => module.Look));
const Legend = lazy(() => import("./legend.js").then((module) => module.Legend));

/** @type {Choice} */
const WATCHING = { pick: nothing(), panel: null, layout: null };

/** @param {TableProps} props */
export function Table(props) {
  // Spectators, and players who look back, have nothing to choose. Once loaded for a player, the module of choices stays.
  const plays = useRef(false);
  plays.current ||= props.own !== null && props.seats.some((seat) => seat.waiting);
  const draw = (/** @type {Choice} */ choice) => html`<${Board} key=${language()} ...${props} choice=${choice} />`;
  return plays.current ? html`<${Choosing} ...${props} draw=${draw} />` : draw(WATCHING);
}

/** @param {TableProps & {choice: Choice}} props */
function Board({ components, view, before, line, version, lineAt, seats, turned, own, aside, ended = false, whole = false, rushing = false, choice: { pick, panel, layout } }) {
  const frame = useRef(/** @type {HTMLElement | null} */ (null));
  const width = useWidth(frame);
  // In a tall frame, a sheet as wide as the frame would be too small to read.
  const tall = useMedia(TALL);
  const framed = whole && !tall;
  const narrow = !framed && width !== null && width < NARROW;
  const near = turned < seats.length ? turned : 0;
  const turn = ended ? null : onTurn(view);
  // On a narrow screen a question covers half the window: the principality that it is about comes first, and alone. Otherwise both are shown.
  const far = 1 - near;
  const asked = panel !== null;
  const abroad = asked && own === near && placesOf(pick, far, own, view.seats[far]).size > 0 && !placesOf(pick, near, own, view.seats[near]).size;
  const usual = abroad ? far : asked || (own !== null && turn === own) ? near : -1;
  const moment = `${usual} ${turn}`;
  const [chosen, choose] = useState({ moment: "", one: -1 });
  const shown = whole ? -1 : chosen.moment === moment ? chosen.one : usual;
  const order = narrow && shown !== far ? [seats[near], seats[far]] : [seats[far], seats[near]];
  const key = narrow ? `${moment} ${asked && own !== null && JSON.stringify([view.seats[own].prompts, pick.size > 0])}` : "";
  // A question first shows the note above the table and the seat's title; then its first place, if that is still out of sight.
  useFollow(asked ? key : "", looking(view) ? ".cc-table" : ".cc-table .cc-head", { asks: true, behavior: "instant" });
  useFollow(key, asked ? ".cc-axis [data-pick]" : `.cc-principality:has(> [data-at~="seat-${turn}"])`, { asks: asked });
  const goal = components.limits.victory[view.options.mode ?? "extended"];
  const land = (/** @type {SeatInfo} */ info) => {
    const seatView = layout && info.seat === own ? arranged(components, view.seats[own], layout) : view.seats[info.seat];
    const was = layout ? null : (before?.seats[info.seat] ?? null);
    return html`<section key=${info.seat} class=${`cc-principality ${info.seat === near ? "cc-near" : "cc-far"} cc-seat-${info.seat % 4}`} aria-label=${t("catan_cards.board.principality", { name: info.name })}>
      <${Throttled} rushing=${rushing}><${Seat} components=${components} seatView=${seatView} info=${info} other=${seats[1 - info.seat]} goal=${goal} gained=${was ? seatView.points - was.points : 0} turn=${turn === info.seat} language=${language()} /><//>
      ${(!narrow || shown === info.seat || shown === -1) && html`<${Principality} components=${components} seatView=${seatView} was=${was} seat=${info.seat} pick=${placesOf(pick, info.seat, own, seatView)} name=${info.name} />`}
    </section>`;
  };
  const piles = html`<${Throttled} rushing=${rushing}><${Piles} components=${components} view=${view} seats=${seats} own=${own} pick=${pick} /><//>`;
  const tokens = html`<${Tokens} components=${components} view=${view} seats=${seats} upper=${order[0].seat} />`;
  const rolled = html`<${Rolled} components=${components} view=${view} before=${before} version=${version} lineAt=${lineAt} />`;
  const status = html`<${Status} components=${components} view=${view} seats=${seats} version=${version} lineAt=${lineAt}>${!(narrow && !whole && !layout) && rolled}<//>`;
  const hand = (/** @type {SeatInfo} */ info) => {
    const { hand: cards, limit } = view.seats[info.seat];
    const was = before?.seats[info.seat].hand;
    return cards && html`<section class=${info.seat === near ? "cc-hand cc-hand-near" : "cc-hand"} aria-label=${t("catan_cards.board.hand_of", { name: info.name })}>
      <h2>${t("catan_cards.board.hand")} <span class="soft">${cards.length}/${limit}</span></h2>
      <div class="cc-cards" tabindex="0">${cards.map((/** @type {string} */ id) => html`<${HeldCard} key=${id} components=${components} id=${id} place=${info.seat === own ? (pick.get(`card:${id}`) ?? null) : null} fresh=${Boolean(was) && !was.includes(id)} />`)}${Array.from({ length: Math.max(0, limit - cards.length) }, (_, i) => html`<div key=${i} class="cc-card cc-no-card" title=${t("catan_cards.board.no_card")}></div>`)}</div>
    </section>`;
  };
  if (framed) return html`<div class="cc-frame cc-framed" ref=${frame}><${Sheet}>${land(order[0])}<div class="cc-between">${status}${tokens}${piles}</div>${land(order[1])}<//></div>`;
  return html`<div class="cc-frame" ref=${frame}>
    <div class=${`cc-table${narrow ? " cc-narrow" : ""}${narrow && shown < 0 ? " cc-both" : ""}`}>
      ${looking(view) && html`<${Look} components=${components} view=${view} seats=${seats} own=${own} pick=${pick} asked=${asked} />`}
      ${narrow && !whole && !layout && html`<div class="cc-switch" role="group" aria-label=${t("catan_cards.board.seats")}>${[seats[near], seats[1 - near]].map((info) => html`<button type="button" key=${info.seat} aria-pressed=${shown === info.seat} onClick=${() => choose({ moment, one: info.seat })}>${info.name}</button>`)}<button type="button" aria-pressed=${shown === -1} onClick=${() => choose({ moment, one: -1 })}>${t("catan_cards.board.both")}</button>${rolled}</div>`}
      ${land(order[0])}
      ${narrow && (shown !== far || abroad) && hand(seats[near])}
      <div class="cc-between">${status}${tokens}${piles}<${Duel} line=${line} view=${view} seats=${seats} asked=${asked} /></div>
      ${land(order[1])}
      ${panel && !aside && html`<div class="cc-question">${panel()}</div>`}
      ${view.orders && hand(seats[1 - near])}
      ${!narrow && hand(seats[near])}
    </div>
    ${!whole && html`<${Signs} components=${components} />`}
    ${panel && aside && html`<${Portal} into=${aside}>${panel()}<//>`}
  </div>`;
}

/** Returns a seat with the layout that the player is arranging: a road between two settlements, and three regions on each side.
 * @param {any} components
 * @param {any} seatView
 * @param {import("./choice/forms.js").Filled} layout
 */
function arranged(components, seatView, { regions, feeling }) {
  const places = components.positions.map((/** @type {string} */ place) => ({ slot: { left: -2, middle: 0, right: 2 }[place.split("_")[1]], side: place.startsWith("top") ? "above" : "below", stored: components.start_stored }));
  return { ...seatView, roads: [0], settlements: [-1, 1], regions: Object.fromEntries(regions.map((id, at) => [id, places[at]])), feelings: feeling ? { feeling } : {} };
}

/** Returns the possible picks inside a principality: places on the player's axis, and regions and cards wherever they are.
 * @param {import("./choice/pick.js").Picks} pick
 * @param {number} seat
 * @param {number | null} own
 * @param {any} seatView
 * @returns {import("./choice/pick.js").Picks}
 */
function placesOf(pick, seat, own, seatView) {
  if (!pick.size) return pick;
  return new Map([...pick].filter(([key]) => {
    const [kind, id] = [key.slice(0, key.indexOf(":")), key.slice(key.indexOf(":") + 1)];
    if (kind === "card") return id in (seatView.built ?? {});
    return kind === "region" ? id in (seatView.regions ?? {}) : seat === own;
  }));
}

/** Draws the legend of signs and costs once the viewer opens it. @param {{components: any}} props */
function Signs({ components }) {
  const [open, setOpen] = useState(false);
  return html`<details class="cc-signs" open=${open} onToggle=${(/** @type {any} */ event) => setOpen(event.currentTarget.open)}>
    <summary>${t("catan_cards.legend.title")}</summary>
    ${open && html`<${Legend} components=${components} />`}
  </details>`;
}
