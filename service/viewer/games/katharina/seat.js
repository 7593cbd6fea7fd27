/** A seat: its public facts, its cannons and books compared with the others', and for the other seats a strip with their rows. */

import { html, memo } from "../../dom.js";
import { Badge, sign } from "../../ui/seat_badge.js";
import { t } from "../../words/words.js";
import { cardOf, letter, named, region } from "./box.js";
import { cardInWords } from "./card.js";
import { KaDisplay } from "./display.js";
import { effect } from "./effects.js";
import { KaHand } from "./hand.js";
import { networkSize } from "./network.js";
import { KaOrder } from "./order.js";
import { Got } from "./results.js";
import { Points, Symbol } from "./symbols.js";

/**
 * @typedef {import("../../types.d.ts").SeatInfo} SeatInfo
 * @typedef {object} SeatProps
 * @property {any} components
 * @property {any} seatView
 * @property {any} was the seat one version earlier, to show changes; null if there is none
 * @property {SeatInfo} info
 * @property {string} rivals the others' cannons and books, see `rivalsOf`
 * @property {number} supply the total number of residences of a seat
 * @property {import("./results.js").Result} [result] what the seat got in the last round
 * @property {boolean} now whether the log line at the cursor is the seat's result
 * @property {boolean} turns whether the seat's new cards are turned over just now
 * @property {(seat: number | null) => void} onFocus
 */

/** Returns each other seat's cannons and books, and whether it is a neighbour. It is a string, so that a seat is redrawn only when it changes.
 * @param {any} view
 * @param {number} seat
 * @param {number} count
 * @returns {string}
 */
export function rivalsOf(view, seat, count) {
  const others = Array.from({ length: count - 1 }, (_, i) => (seat + i + 1) % count);
  const beside = new Set([(seat + 1) % count, (seat + count - 1) % count]);
  return others.map((other) => [other, view.seats[other].cannons, view.seats[other].books, beside.has(other) ? 1 : 0].join(":")).join();
}

/** @param {string} rivals */
const parsed = (rivals) => rivals.split(",").map((one) => one.split(":").map(Number)).map(([seat, cannons, books, beside]) => ({ seat, cannon: cannons, book: books, beside: beside === 1 }));

/** @param {SeatProps} props */
const look = ({ info, onFocus }) => ({ onPointerEnter: () => onFocus(info.seat), onPointerLeave: () => onFocus(null) });

/** Another seat in one line, with its rows; it opens to show all of the seat. */
export const KaStrip = memo((/** @type {SeatProps} */ props) => {
  const { info, now } = props;
  return html`<details class=${`ka-strip ka-seat-${info.seat % 4}`} data-now=${now ? "" : null} ...${look(props)}>
    <summary><${Line} ...${props} /></summary>
    <${Facts} ...${props} />
    <${Cards} ...${props} />
  </details>`;
});

/** Draws the display of a seat, and its hand if the viewer knows it. @param {SeatProps} props */
const Cards = ({ components, seatView, was, info }) => html`<${KaDisplay} components=${components} seatView=${seatView} was=${was} name=${info.name} />
  ${seatView.hand && html`<${KaHand} components=${components} cards=${seatView.hand} was=${was?.hand ?? null} name=${info.name} size="mini" />`}`;

/** A seat with its rows, for those who watch all seats. */
export const KaRow = memo((/** @type {SeatProps} */ props) => html`<div class=${`ka-strip ka-row ka-seat-${props.info.seat % 4}`} data-now=${props.now ? "" : null} role="group" aria-label=${t("katharina.board.display_of", { name: props.info.name })} ...${look(props)}><${Line} ...${props} brief=${true} /></div>`);

/** A sheet over the lower part of a phone, with all that a seat has; a press outside closes it. */
export const KaSheet = memo((/** @type {SeatProps} */ props) => {
  const { info, onFocus } = props;
  return html`<section popover class=${`ka-sheet ka-own ka-seat-${info.seat % 4}`} id=${`ka-sheet-${info.seat}`} data-sheet=${info.seat} aria-label=${info.name} onToggle=${(/** @type {any} */ event) => onFocus(event.newState === "open" ? info.seat : null)}>
    <button type="button" class="plain" popovertarget=${`ka-sheet-${info.seat}`} popovertargetaction="hide" aria-label=${t("common.close")}>×</button>
    <${Head} ...${props} /><${Facts} ...${props} />
    ${!info.mine && html`<${Cards} ...${props} />`}
  </section>`;
});

/** What a seat owns in one narrow line: symbols, favour, and with `more` its stock of residences and its order. @param {{components: any, seatView: any, more?: boolean}} props */
export function KaBrief({ components, seatView, more = false }) {
  const nameOf = (/** @type {string} */ kind) => named(components, "symbol", kind);
  const facts = [
    ["cannon", seatView.cannons, nameOf("cannon")],
    ["book", seatView.books, nameOf("book")],
    ...components.goods.map((/** @type {string} */ good) => [good, seatView.goods[good] ?? 0, nameOf(good)]),
    ["favour", components.track[seatView.favour].index, t("katharina.board.track")],
  ];
  return html`<div class="ka-brief">${facts.map(([kind, n, words]) => html`<span key=${kind} class="ka-fact" title=${`${words}: ${n}`}><${Symbol} kind=${kind} label=${words} />${n}</span>`)}${more && html`<${KaOrder} components=${components} seatView=${seatView} />`}</div>`;
}

/** Draws the name and the points of a seat, its cannons and books, and its rows. @param {SeatProps & {brief?: boolean}} props */
function Line({ brief = false, ...props }) {
  const { components, seatView, rivals, result, turns } = props;
  return html`<${Head} ...${props} plays=${brief}>
      <span class="ka-duel"><${Compare} components=${components} kind="cannon" n=${seatView.cannons} rivals=${rivals} /><${Compare} components=${components} kind="book" n=${seatView.books} rivals=${rivals} /></span>
    <//>
    ${brief && html`<${KaBrief} components=${components} seatView=${seatView} />`}
    <${Rows} components=${components} seatView=${seatView} play=${turns ? result?.play : null} turns=${turns} />`;
}

/** The facts of a seat, and its hand if `hand` and if the viewer knows it. */
export const KaFacts = memo((/** @type {SeatProps & {hand?: boolean}} */ { hand = false, ...props }) => {
  const { components, seatView, info, now } = props;
  return html`<div class=${`ka-own ka-seat-${info.seat % 4}`} data-now=${now ? "" : null} ...${look(props)}>
    <${Head} ...${props} /><${Facts} ...${props} />
    ${hand && seatView.hand && html`<${KaHand} components=${components} cards=${seatView.hand} was=${null} name=${info.name} size="mini" />`}
  </div>`;
});

/** @param {SeatProps & {plays?: boolean, children?: any}} props */
function Head({ components, seatView, info, result, plays, children }) {
  return html`<span class="ka-head" data-at=${`seat-${info.seat}`}>
    <${Badge} seat=${info.seat} label=${sign(info.seat)} />
    <b class="ka-who" title=${info.name}>${info.name}</b>
    <${Got} components=${components} seatView=${seatView} result=${result} plays=${plays} />
    ${children}
    <span class="ka-score"><${Points} n=${seatView.points} /><span class="unseen">${t("katharina.board.points")}</span></span>
  </span>`;
}

/** Draws the action row and the activation row of a seat as small cards: the colour, and what the action gains.
 * @param {{components: any, seatView: any, play: import("./results.js").Play | null | undefined, turns: boolean}} props `play` is the cards that are turned over just now
 */
function Rows({ components, seatView, play, turns }) {
  const { action_row: above, activation: below } = seatView;
  return html`<span class="ka-rows">${above.map((/** @type {string} */ id, /** @type {number} */ i) => {
    const lit = play && play.slot === i && below[i] && cardOf(components, id).colour === cardOf(components, below[i]).colour;
    return html`<span class="ka-pair" key=${i} data-lit=${lit ? "" : null}>
      <${Tiny} components=${components} id=${id} label=${t("katharina.board.action_card", { n: i + 1 })} fresh=${turns && (!play || play.action === id)} />
      ${below[i] && html`<${Tiny} components=${components} id=${below[i]} low=${true} label=${t("katharina.board.activation_card", { n: i + 1 })} fresh=${turns && play?.activation === below[i]} />`}
    </span>`;
  })}<${Covered} n=${seatView.committed ? (COVERED[seatView.prompt?.t] ?? 0) : 0} /></span>`;
}

/** The number of cards that a seat's sealed answer plays, by question. @type {Record<string, number>} */
const COVERED = { "choose-display": 3, "play-cards": 2 };

/** Draws the cards of a sealed answer face down. @param {{n: number}} props */
function Covered({ n }) {
  if (n === 0) return null;
  const words = t("katharina.board.face_down", { n });
  return html`<span class="ka-pair ka-covered" role="img" aria-label=${words} title=${words}>${Array.from({ length: n }, (_, i) => html`<span key=${i} class="ka-tiny" />`)}</span>`;
}

/** @param {{components: any, id: string, label: string, low?: boolean, fresh: boolean}} props */
function Tiny({ components, id, label, low = false, fresh }) {
  const card = cardOf(components, id);
  const words = cardInWords(components, id);
  const { kind, n } = effect(card, components).gain[0] ?? { kind: "card", n: 1 };
  return html`<span class=${`ka-tiny ka-region-${region(components, card.colour)}${low ? " ka-low" : ""}${fresh ? " ka-turned" : ""}`} data-at=${`card-${id}`} role="img" aria-label=${`${label}: ${words}`} title=${words}>
    ${low ? letter(components, card.colour) : kind === "points" ? html`<b>${n}</b>` : html`<${Symbol} kind=${kind} />`}
  </span>`;
}

/** @param {SeatProps} props */
function Facts({ components, seatView, rivals, supply }) {
  const step = components.track[seatView.favour];
  const favour = t("katharina.board.favour_words", { step: step.index, limit: step.hand_limit, income: step.income, multiplier: step.multiplier });
  const left = t("katharina.board.residences_left", { n: supply - seatView.residences.length });
  return html`<div class="ka-facts">
    <${Compare} components=${components} kind="cannon" n=${seatView.cannons} rivals=${rivals} full=${true} />
    <${Compare} components=${components} kind="book" n=${seatView.books} rivals=${rivals} full=${true} />
    <span class="ka-goods" role="group" aria-label=${t("katharina.board.goods")}>
      ${components.goods.map((/** @type {string} */ good) => html`<span class="ka-fact" title=${named(components, "symbol", good)}><${Symbol} kind=${good} label=${named(components, "symbol", good)} />${seatView.goods[good] ?? 0}</span>`)}
    </span>
    <span class="ka-goods">
      <span class="ka-chip" title=${favour}><span class="unseen">${favour}</span><span class="ka-fact" aria-hidden="true"><${Symbol} kind="favour" />${step.index}<small>+${step.income} ×${step.multiplier}</small></span></span>
      <${HandChip} n=${seatView.hand_size} limit=${seatView.hand_limit} />
      <span class="ka-chip" title=${left}><span class="unseen">${left}</span><span class="ka-fact" aria-hidden="true"><${Symbol} kind="house" />${supply - seatView.residences.length}</span></span>
      <span class="ka-fact ka-linked" title=${t("katharina.source.networks")}><${Symbol} kind="network" label=${t("katharina.source.networks")} />${networkSize(components.roads, seatView.residences)}</span>
    </span>
    <${KaOrder} components=${components} seatView=${seatView} />
  </div>`;
}

/** Draws cannons or books compared with the others': only neighbours for cannons, all seats for books.
 * @param {{components: any, kind: "cannon" | "book", n: number, rivals: string, full?: boolean}} props
 */
function Compare({ components, kind, n, rivals, full }) {
  const others = parsed(rivals).filter((one) => one.beside || kind === "book");
  const words = [`${named(components, "symbol", kind)}: ${n}`, ...others.map((one) => t(`katharina.board.${compared(n, one[kind])}`, { sign: sign(one.seat), n: one[kind] }))].join(", ");
  return html`<span class="ka-compare" role="img" aria-label=${words} title=${words}>
    <${Symbol} kind=${kind} /><b>${n}</b>
    ${full && html`<span class="ka-rivals">${others.map((one) => html`<span class=${`ka-rival ka-${compared(n, one[kind])}`}>${SIGNS[compared(n, one[kind])]}<${Badge} seat=${one.seat} />${one[kind]}</span>`)}</span>`}
  </span>`;
}

/** The signs for more, the same number, and fewer.
 * @type {Record<string, string>}
 */
export const SIGNS = { more: ">", equal: "=", fewer: "<" };

/** @param {number} own @param {number} other */
const compared = (own, other) => (own > other ? "more" : own === other ? "equal" : "fewer");

/** Draws the number of cards in a hand.
 * @param {{n: number, limit: number}} props
 */
function HandChip({ n, limit }) {
  const words = t("katharina.board.hand_chip", { n, limit });
  return html`<span class="ka-chip" title=${words}><span class="unseen">${words}</span><span aria-hidden="true" class="ka-fact"><${Symbol} kind="card" />${n}<small>/${limit}</small></span></span>`;
}
