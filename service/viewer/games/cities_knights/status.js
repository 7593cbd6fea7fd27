/** The status of the match: the dice, the seat on turn, the open questions, and the open offers. */

import { html, memo } from "../../dom.js";
import { Badge, sign } from "../../ui/seat_badge.js";
import { joinList, t } from "../../words/words.js";
import { named } from "./box.js";
import { Kinds, Symbol } from "./symbols.js";

/** @typedef {import("../../types.d.ts").SeatInfo} SeatInfo */

/** Returns the seat on turn, or during setup the first seat with a question; null if there is none.
 * @param {any} view
 * @returns {number | null}
 */
export function onTurn(view) {
  if (view.phase === "over") return null;
  if (view.phase !== "setup") return view.active;
  const asked = Object.keys(view.seats).find((seat) => view.seats[seat].prompts?.length);
  return asked === undefined ? null : Number(asked);
}

/** @param {{view: any, seats: SeatInfo[], ended: boolean, children?: any}} props */
export function Status({ view, seats, ended, children }) {
  const turn = ended ? null : onTurn(view);
  const active = turn === null ? null : seats[turn];
  const asked = ended ? [] : askedOf(view, seats);
  const own = asked.find(({ who }) => who.length === 1 && who[0].seat === turn);
  const others = asked.filter((one) => one !== own);
  return html`<section class="ck-status" aria-label=${t("cities_knights.board.status")}>
    ${children}
    <div class="ck-turn">
      <p class="ck-whose">${view.turn > 0 && html`<span class="ck-turn-number">${t("cities_knights.board.turn", { n: view.turn })}</span>`}${active && html`<${Badge} seat=${active.seat} /> <b>${active.name}</b> `}<span class="soft">${own ? asks(own) : t(`cities_knights.board.phase.${ended ? "over" : view.phase}`)}</span></p>
      ${others.length > 0 && html`<ul class="ck-asked">${others.map((one) => html`<li key=${one.prompt}><span class="ck-awaited" aria-hidden="true">${one.who.map(({ seat }) => html`<${Badge} seat=${seat} />`)}</span><span class="unseen">${joinList(one.who.map(({ seat, name }) => `${sign(seat)} ${name}`))}: </span>${asks(one)}</li>`)}</ul>`}
    </div>
  </section>`;
}

/** Draws the last roll of the dice. @param {{components: any, view: any}} props */
export const Dice = ({ components, view: { dice, phase } }) => html`<${Fallen} components=${components} red=${dice.red} yellow=${dice.yellow} event=${dice.event} past=${phase === "pre-roll"} />`;

/** @typedef {{prompt: string, who: SeatInfo[]}} Asked a question and its seats */

/** Returns the open questions with their seats. @param {any} view @param {SeatInfo[]} seats @returns {Asked[]} */
function askedOf(view, seats) {
  /** @type {Map<string, SeatInfo[]>} */
  const asked = new Map();
  for (const info of seats) for (const { t: prompt } of view.seats[info.seat].prompts ?? []) asked.set(prompt, [...(asked.get(prompt) ?? []), info]);
  return [...asked].map(([prompt, who]) => ({ prompt, who }));
}

/** Returns what the asked seats have to do, as text. @param {Asked} asked */
const asks = ({ prompt, who }) => t(`cities_knights.board.asks.${prompt}`, { count: who.length });

/** The SVG paths of a die's pips, by number, in a box of 24 × 24. */
export const PIPS = ["", "M12 12h.01", "M6.5 6.5h.01M17.5 17.5h.01", "M6 6h.01M12 12h.01M18 18h.01", "M6.5 6.5h.01M17.5 6.5h.01M6.5 17.5h.01M17.5 17.5h.01", "M6 6h.01M18 6h.01M12 12h.01M6 18h.01M18 18h.01", "M6.5 5.5h.01M17.5 5.5h.01M6.5 12h.01M17.5 12h.01M6.5 18.5h.01M17.5 18.5h.01"];

/** @type {(props: {components: any, red: number, yellow: number, event: string, past: boolean}) => any} */
const Fallen = memo((/** @type {{components: any, red: number, yellow: number, event: string, past: boolean}} */ { components, red, yellow, event, past }) => {
  const face = event === "ship" ? named(components, "piece", "ship") : t("cities_knights.board.gate", { track: named(components, "track", event) });
  const words = t("cities_knights.board.dice_words", { red, yellow, sum: red + yellow, face });
  return html`<div data-at="dice" class=${`ck-dice${past ? " ck-over" : ""}`} role="img" aria-label=${words} title=${words}>
    <${Die} colour="red" pips=${red} /><${Die} colour="yellow" pips=${yellow} /><b class="ck-sum" aria-hidden="true">${red + yellow}</b><span class=${`ck-die ck-event ck-track-${event}`}><${Symbol} kind=${event} /></span>
  </div>`;
});

/** @param {{colour: string, pips: number}} props */
const Die = ({ colour, pips }) => html`<svg class=${`ck-die ck-die-${colour}`} viewBox="0 0 24 24" aria-hidden="true"><rect x=".75" y=".75" width="22.5" height="22.5" rx="5" /><path d=${PIPS[pips]} /></svg>`;

/** Draws the open offers and their answers so far.
 * @type {(props: {components: any, offers: Record<string, any>, seats: SeatInfo[]}) => any}
 */
export const Offers = memo((/** @type {{components: any, offers: Record<string, any>, seats: SeatInfo[]}} */ { components, offers, seats }) => {
  const who = (/** @type {number[]} */ list) => joinList(list.map((seat) => seats[seat].name));
  return html`<ul class="ck-offers" aria-label=${t("cities_knights.board.offers")}>${Object.entries(offers).map(
    ([number, offer]) => html`<li key=${number} class=${`ck-tabled ck-seat-${offer.seat % 4}${offer.counter === undefined ? "" : " ck-tabled-counter"}`}>
      <span class="ck-tabled-who"><${Badge} seat=${offer.seat} /> ${seats[offer.seat].name}${offer.counter !== undefined && html` <span class="soft">${t("cities_knights.board.counter")}</span>`}</span>
      <span class="ck-deal"><span class="unseen">${t("cities_knights.board.gives")} </span><${Kinds} components=${components} counts=${offer.give} /><span class="ck-arrow" aria-hidden="true">→</span><span class="unseen"> ${t("cities_knights.board.wants")} </span><${Kinds} components=${components} counts=${offer.want} /></span>
      ${offer.accepted?.length > 0 && html`<span class="ck-yes" title=${t("cities_knights.board.accepted", { names: who(offer.accepted) })}><span aria-hidden="true">✓ ${offer.accepted.map((/** @type {number} */ seat) => html`<${Badge} seat=${seat} />`)}</span><span class="unseen">${t("cities_knights.board.accepted", { names: who(offer.accepted) })}</span></span>`}
      ${offer.open?.length > 0 && html`<span class="ck-thinks" title=${t("cities_knights.board.unanswered", { names: who(offer.open) })}><span aria-hidden="true">? ${offer.open.map((/** @type {number} */ seat) => html`<${Badge} seat=${seat} />`)}</span><span class="unseen">${t("cities_knights.board.unanswered", { names: who(offer.open) })}</span></span>`}
    </li>`,
  )}</ul>`;
});

/** Draws the bank and the decks.
 * @type {(props: {components: any, bank: Record<string, number>, decks: Record<string, number>, language: string}) => any}
 */
export const Bank = memo((/** @type {{components: any, bank: Record<string, number>, decks: Record<string, number>, language: string}} */ { components, bank, decks }) => html`<section class="ck-bank" aria-label=${t("cities_knights.board.bank")}>
  <h2>${t("cities_knights.board.bank")}</h2>
  <dl>${components.kinds.map((/** @type {string} */ kind) => html`<div key=${kind} data-at=${`bank-${kind}`} class=${bank[kind] === 0 ? "ck-none" : ""} title=${named(components, "kind", kind)}><dt><${Symbol} kind=${kind} label=${named(components, "kind", kind)} /></dt><dd>${bank[kind] ?? "∞"}</dd></div>`)}</dl>
  <h2>${t("cities_knights.board.decks")}</h2>
  <dl>${components.tracks.map((/** @type {{id: string}} */ { id }) => html`<div key=${id} data-at=${`deck-${id}`} class=${`ck-track-${id}${decks[id] ? "" : " ck-none"}`} title=${t("cities_knights.board.deck", { track: named(components, "track", id) })}><dt><${Symbol} kind=${id} label=${t("cities_knights.board.deck", { track: named(components, "track", id) })} /></dt><dd>${decks[id]}</dd></div>`)}</dl>
</section>`);
