/** The table of Cities & Knights: the island, every seat, the own cards, the bank, and what is asked. */

import { lazy } from "../../ui/lazy.js";
import { Elsewhere, html, useLayoutEffect, useRef, useState } from "../../dom.js";
import { language, t } from "../../words/words.js";
import { nothing } from "./choice/pick.js";
import { Island } from "./island/island.js";
import { Hand, Progress } from "./hand.js";
import { Seat } from "./seat.js";
import { Bank, Offers, Status, onTurn } from "./status.js";

/**
 * @typedef {import("../../types.d.ts").TableProps} TableProps
 * @typedef {{pick: import("./choice/pick.js").Picks, panel: any}} Choice what the own seat can pick, and the panel beside it
 * @typedef {"phone" | "medium" | "wide" | "vast"} Layout
 */

/** @type {[from: number, layout: Layout][]} */
const LAYOUTS = [[1400, "vast"], [800, "wide"], [600, "medium"], [0, "phone"]];

const Choosing = lazy(() => import("./choice/choice.js").then((module) => module.Choosing));
const Legend = lazy(() => import("./legend.js").then((module) => module.Legend));

/** @type {Choice} */
const WATCHING = { pick: nothing(), panel: null };

/** @param {TableProps} props */
export function Table(props) {
  // Who looks on, or looks back, has nothing to choose. Whoever plays keeps what it takes to choose.
  const plays = useRef(false);
  plays.current ||= props.own !== null && props.seats.some((seat) => seat.waiting);
  const draw = (/** @type {Choice} */ choice) => html`<${Board} key=${language()} ...${props} choice=${choice} />`;
  return plays.current ? html`<${Choosing} ...${props} draw=${draw} />` : draw(WATCHING);
}

/** @param {TableProps & {choice: Choice}} props */
function Board({ components, view, before, seats, turned, aside, choice: { pick, panel } }) {
  const frame = useRef(/** @type {HTMLElement | null} */ (null));
  const layout = useLayout(frame);
  if (layout === null) return html`<div class="ck-frame" ref=${frame}></div>`;
  const first = turned < seats.length ? turned : 0;
  const around = seats.map((_, i) => seats[(first + i) % seats.length]);
  const own = view.seats[first];
  const was = before?.seats[first] ?? null;
  const spoken = language();
  const turn = onTurn(view);
  const seat = (/** @type {import("../../types.d.ts").SeatInfo} */ info, /** @type {boolean} */ holds) => html`<${Seat}
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
    folded=${layout === "phone" && !holds}
    own=${holds}
    language=${spoken}
  />`;
  const offers = view.offers && Object.keys(view.offers).length > 0;
  const parts = {
    island: html`<figure class="ck-map" key="island">
      <${Status} components=${components} view=${view} before=${before} seats=${seats} />
      <${Sheet} small=${layout === "phone"}><${Island} components=${components} view=${view} before=${before} seats=${seats} pick=${pick} /></${Sheet}>
    </figure>`,
    offers: offers && html`<${Offers} key="offers" components=${components} offers=${view.offers} seats=${seats} />`,
    question: panel && !aside && html`<div class="ck-question" key="question">${panel}</div>`,
    own: seat(around[0], Boolean(own.hand)),
    hand: own.hand && html`<${Hand} key="hand" components=${components} hand=${own.hand} was=${was?.hand ?? null} n=${own.cards} limit=${own.hand_limit ?? 7} name=${around[0].name} language=${spoken} />`,
    progress: own.progress && (own.progress.length > 0 || pick.cards.size > 0) && html`<${Progress} key="progress" components=${components} cards=${own.progress} was=${was?.progress ?? null} limit=${components.progress_limit} pick=${pick.cards} language=${spoken} />`,
    others: around.slice(1).map((info) => seat(info, false)),
    bank: html`<${Bank} key="bank" components=${components} bank=${view.bank} decks=${view.decks} language=${spoken} />`,
  };
  return html`<div class="ck-frame" ref=${frame}>
    <div class="ck-table" data-layout=${layout}>${stacks(layout, parts).map((stack, i) => html`<div key=${i} class="ck-stack">${stack}</div>`)}</div>
    <${Signs} components=${components} />
    ${panel && aside && html`<${Elsewhere} into=${aside}>${panel}<//>`}
  </div>`;
}

/** The parts of the table, stack by stack, in the order in which they are read.
 * @param {Layout} layout
 * @param {Record<string, any>} parts
 * @returns {any[][]}
 */
function stacks(layout, { island, offers, question, own, hand, progress, others, bank }) {
  const half = hand ? 0 : Math.floor(others.length / 2);
  if (layout === "vast") return [[island], [own, hand, question, offers, progress, ...others.slice(0, half), half > 0 && bank], [...others.slice(half), half === 0 && bank]];
  if (layout === "wide") return hand ? [[island, bank], [question, offers, own, hand, progress, ...others]] : [[island], [offers, own, ...others, bank]];
  if (layout === "medium") return [[island, question, offers, hand, progress], [own, ...others], [bank]];
  return [[island, question, offers, hand, progress, own, ...others, bank]];
}

/** The sheet the island is drawn on; a small one can be held closer, so that places are as large as fingertips.
 * @param {{small: boolean, children?: any}} props
 */
function Sheet({ small, children }) {
  const [near, setNear] = useState(false);
  const closer = small && near;
  return html`<div class="ck-sheet">
    <div class="ck-view" data-near=${closer} tabindex=${closer ? 0 : null} role=${closer ? "region" : null} aria-label=${closer ? t("cities_knights.board.island") : null}>${children}</div>
    ${small && html`<button type="button" class="ck-zoom" aria-pressed=${String(near)} aria-label=${t("cities_knights.board.closer")} title=${t("cities_knights.board.closer")} onClick=${() => setNear(!near)}>${near ? "−" : "+"}</button>`}
  </div>`;
}

/** The signs and costs, once somebody asks for them. @param {{components: any}} props */
function Signs({ components }) {
  const [open, setOpen] = useState(false);
  return html`<details class="ck-signs" open=${open} onToggle=${(/** @type {any} */ event) => setOpen(event.currentTarget.open)}>
    <summary>${t("cities_knights.legend.title")}</summary>
    ${open && html`<${Legend} components=${components} />`}
  </details>`;
}

/** The layout for the width an element has; null before that is known.
 * @param {{current: HTMLElement | null}} element
 * @returns {Layout | null}
 */
function useLayout(element) {
  const fit = (/** @type {number} */ width) => /** @type {[number, Layout]} */ (LAYOUTS.find(([from]) => width >= from))[1];
  const [layout, setLayout] = useState(/** @type {Layout | null} */ (null));
  useLayoutEffect(() => {
    if (!element.current) return undefined;
    setLayout(fit(element.current.clientWidth));
    const observer = new ResizeObserver(([entry]) => setLayout(fit(entry.contentRect.width)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return layout;
}
