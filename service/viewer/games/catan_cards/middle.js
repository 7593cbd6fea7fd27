/** The area between the principalities: dice, event deck, stacks, display, discard piles, supplies. */

import { html, useState } from "../../dom.js";
import { Dialog } from "../../ui/dialog.js";
import { lazy } from "../../ui/lazy.js";
import { Badge, sign } from "../../ui/seat_badge.js";
import { joinList, t } from "../../words/words.js";
import { cardName, cardText, named, regionName, titleOf } from "./box.js";
import { MiniCard } from "./card.js";
import { pickable } from "./choice/pick.js";
import { Dice } from "./dice.js";
import { sentence } from "./sentences.js";
import { Drawing, Fact, Symbol } from "./symbols.js";

/**
 * @typedef {import("../../types.d.ts").SeatInfo} SeatInfo
 * @typedef {import("./choice/pick.js").Picks} Picks
 */

const KnownStack = lazy(() => import("./knowledge.js").then((module) => module.KnownStack));

/** Returns the seat on turn, or during setup the only seat with an open question; null if there is none.
 * @param {any} view
 * @returns {number | null}
 */
export function onTurn(view) {
  if (view.phase === "over") return null;
  if (view.phase !== "setup") return view.active;
  const asked = Object.keys(view.seats).filter((seat) => view.seats[seat].prompts?.length && !view.seats[seat].sealed);
  return asked.length === 1 ? Number(asked[0]) : null;
}

/** The most lines of the log that are read to find the last roll. */
const LONGEST = 60;

/** Draws the dice of the last roll, until the next.
 * @param {{components: any, view: any, before: any, version: number, lineAt: (version: number) => import("../../types.d.ts").Line | null}} props
 */
export function Rolled({ components, view, before, version, lineAt }) {
  let dice = view.dice;
  for (let at = version; !dice && at > version - LONGEST; at -= 1) if (lineAt(at)?.key === "dice-rolled") dice = lineAt(at)?.params;
  if (!dice) return null;
  const fresh = view.dice && before !== null && view.dice !== before.dice;
  return html`<${Dice} key=${fresh ? view.turn : "-"} components=${components} number=${dice.number} event=${dice.event} named=${dice.named ?? false} fresh=${fresh} />`;
}

/** The lines that tell what an event card did to a hand or a store. */
const EFFECTS = ["unit-returned", "lost", "gained", "taken", "paid", "cards-removed", "cards-shed", "stars-gained"];

/** Returns what an open event card has done so far, as sentences.
 * @param {any} components @param {SeatInfo[]} seats @param {number} version @param {(version: number) => import("../../types.d.ts").Line | null} lineAt
 */
function effectsOf(components, seats, version, lineAt) {
  /** @type {string[]} */
  let found = [];
  for (let at = version; at > version - LONGEST && lineAt(at)?.key !== "event-revealed"; at -= 1) {
    const line = lineAt(at);
    if (line?.key === "actions-began") found = [];
    else if (line && EFFECTS.includes(line.key)) found.unshift(sentence(line, seats, components));
  }
  return found.join(" ");
}

/** @param {{components: any, view: any, seats: SeatInfo[], version: number, lineAt: (version: number) => import("../../types.d.ts").Line | null, children: any}} props */
export function Status({ components, view, seats, version, lineAt, children }) {
  const turn = onTurn(view);
  const active = turn === null ? null : seats[turn];
  const done = view.event?.revealed ? effectsOf(components, seats, version, lineAt) : "";
  return html`<section class="cc-status" aria-label=${t("catan_cards.board.status")}>
    ${children}
    <div class="cc-turn">
      <p class="cc-whose">${view.turn > 0 && html`<span>${t("catan_cards.board.turn", { n: view.turn })}</span> `}${active && html`<${Badge} seat=${active.seat} /> <b>${active.name}</b> `}<span class="soft">${t(`catan_cards.board.phase.${view.phase}`)}</span>${!view.unlocked && html` <span class="cc-lock" title=${t("catan_cards.board.locked")}><${Symbol} kind="lock" label=${t("catan_cards.board.locked")} /></span>`}</p>
      <${Asked} view=${view} seats=${seats} />
    </div>
    ${view.event?.revealed && html`<p class="cc-event" data-at="event" title=${cardText(components, view.event.revealed)}><${Symbol} kind="event_card" /> ${t("catan_cards.board.event_open", { name: cardName(components, view.event.revealed) })} <span class=${done ? "soft" : "soft cc-event-text"}>${done || cardText(components, view.event.revealed)}</span></p>`}
    ${view.playing?.length > 0 && html`<div class="cc-playing" role="group" aria-label=${t("catan_cards.board.playing")}>${view.playing.map((/** @type {{seat: number, card: string}} */ { seat, card }) => html`<span key=${card} class="cc-played"><${Badge} seat=${seat} label=${seats[seat].name} /><${MiniCard} components=${components} id=${card} flat=${true} /></span>`)}</div>`}
  </section>`;
}

/** For each phase, the question to the seat on turn that its name already implies. @type {Record<string, string>} */
const SAID = { roll: "roll", actions: "act", hand: "fill-hand" };

/** Draws the questions that wait for other seats. @param {{view: any, seats: SeatInfo[]}} props */
function Asked({ view, seats }) {
  /** @type {Map<string, SeatInfo[]>} */
  const asked = new Map();
  for (const info of seats.filter(({ mine, seat }) => !mine && !view.seats[seat].sealed)) for (const { t: prompt } of view.seats[info.seat].prompts ?? []) asked.set(prompt, [...(asked.get(prompt) ?? []), info]);
  if (asked.get(SAID[view.phase])?.[0].seat === view.active) asked.delete(SAID[view.phase]);
  if (!asked.size) return null;
  return html`<ul class="cc-asked">${[...asked].map(([prompt, who]) => html`<li key=${prompt}><span aria-hidden="true">${who.map(({ seat, name }) => html`<${Badge} seat=${seat} /> <b>${name}</b> `)}</span><span class="unseen">${joinList(who.map(({ seat, name }) => `${sign(seat)} ${name}`))}: </span>${t(`catan_cards.asks.${prompt}`)}</li>`)}</ul>`;
}

/** @param {{components: any, view: any, seats: SeatInfo[], own: number | null, pick: Picks}} props */
export function Piles({ components, view, seats, own, pick }) {
  /** @type {[number | null, Record<string, any>, number][]} */
  const groups = Object.keys(view.stacks ?? {}).length ? [[null, view.stacks, 0]] : seats.map(({ seat }) => [seat, view.seats[seat].stacks ?? {}, 0]);
  let before = 0;
  for (const group of groups) {
    group[2] = before;
    before += Object.keys(group[1]).length;
  }
  return html`<section class="cc-middle more-across" data-at="table" aria-label=${t("catan_cards.board.middle")}>
    ${groups.map(([of, stacks, from]) => html`<div key=${of} class="cc-stacks">${of !== null && html`<${Badge} seat=${of} label=${seats[of].name} />`}${Object.entries(stacks).map(([n, stack]) => html`<${Stack} key=${n} components=${components} n=${Number(n)} stack=${stack} of=${of} seats=${seats} truth=${view.orders?.stacks[from + Number(n) - 1] ?? null} place=${of === null || of === own ? (pick.get(`stack:${n}`) ?? null) : null} />`)}</div>`)}
    <${EventDeck} components=${components} event=${view.event} truth=${view.orders?.events ?? null} />
    ${(view.discards ?? []).map((/** @type {string[]} */ cards, /** @type {number} */ i) => html`<${Discard} key=${i} components=${components} cards=${cards} who=${view.discards.length > 1 ? seats[i] : null} />`)}
    ${view.supplies && html`<div class="cc-supplies">${["road", "settlement", "city"].map((piece) => html`<${Fact} key=${piece} kind=${piece} words=${t("catan_cards.board.supply", { n: view.supplies[{ road: "roads", settlement: "settlements", city: "cities" }[piece] ?? ""], piece: named(components, "piece", piece) })}>${view.supplies[{ road: "roads", settlement: "settlements", city: "cities" }[piece] ?? ""]}<//>`)}<${RegionsLeft} components=${components} regions=${view.regions_left ?? []} /></div>`}
    ${view.display?.length > 0 && html`<${Display} components=${components} cards=${view.display} pick=${pick} />`}
  </section>`;
}

/** Draws the open cards that both players may build, one for each title. @param {{components: any, cards: string[], pick: Picks}} props */
function Display({ components, cards, pick }) {
  const titles = [...new Set(cards.map(titleOf))];
  return html`<div class="cc-display" role="group" aria-label=${t("catan_cards.board.display")}>${titles.map((title) => {
    const copies = cards.filter((id) => titleOf(id) === title);
    const id = copies.find((one) => pick.has(`card:${one}`)) ?? copies[0];
    return html`<${MiniCard} key=${title} components=${components} id=${id} place=${pick.get(`card:${id}`) ?? null} flat=${true} />`;
  })}</div>`;
}

/** Draws a pile that opens a dialog. @param {{title: string, face: any, children?: any, at?: string, kind?: string}} props */
function Opening({ title, face, children, at, kind = "" }) {
  const [open, setOpen] = useState(false);
  return html`<button type="button" class=${`cc-pile ${kind}`} data-at=${at} title=${title} aria-haspopup="dialog" onClick=${() => setOpen(true)}><span class="cc-opening" aria-hidden="true">${face}</span><span class="unseen">${title}</span></button>
    <${Dialog} title=${title} open=${open} onClose=${() => setOpen(false)}>${open && children}<//>`;
}

/** @param {{components: any, n: number, stack: any, of: number | null, seats: SeatInfo[], truth: string[] | null, place: any}} props */
function Stack({ components, n, stack, of, seats, truth, place }) {
  const title = of === null ? t("catan_cards.board.stack", { n, size: stack.size }) : t("catan_cards.board.stack_of", { n, size: stack.size, who: seats[of].name });
  const known = Math.max(0, ...Object.values(stack.seen ?? {}).map(({ slots }) => slots.filter((/** @type {string | null} */ id) => id !== null).length));
  const eye = known > 0 || truth;
  const sign = html`<${Symbol} kind="eye" />`;
  const face = html`<span class="cc-back" aria-hidden="true"><b>${n}</b><small>${stack.size}</small></span>`;
  const told = `${title}: ${known ? t("catan_cards.board.known", { n: known }) : t("catan_cards.knew.open")}`;
  const opened = html`<${KnownStack} components=${components} stack=${stack} truth=${truth} seats=${seats} />`;
  return html`<span class="cc-stack" data-stack=${n} data-at=${`stack-${of ?? "all"}-${n}`}>
    ${place && html`<button type="button" class="cc-pile" title=${title} ...${{ ...pickable(place), role: null, "aria-label": null }}>${face}<span class="unseen">${place.label}. ${title}</span></button>`}
    ${eye && html`<${Opening} kind=${place ? "cc-eye" : "cc-known"} title=${told} face=${place ? sign : html`${face}${sign}`}>${opened}<//>`}
    ${!place && !eye && html`<span class="cc-pile" title=${title}>${face}<span class="unseen">${title}</span></span>`}
  </span>`;
}

/** @param {{components: any, event: any, truth: string[] | null}} props */
function EventDeck({ components, event, truth }) {
  const told = event?.told ?? [];
  const list = (/** @type {string[]} */ cards) => html`<ol>${cards.map((id) => html`<li key=${id}><b>${cardName(components, id)}</b> <small class="soft">${cardText(components, id)}</small></li>`)}</ol>`;
  return html`<${Opening} kind="cc-events" at="events" title=${t("catan_cards.board.event_deck", { n: event?.size ?? 0 })} face=${html`<span class="cc-back" aria-hidden="true"><${Symbol} kind="event_card" /><small>${event?.size ?? 0}</small></span>`}>
    ${told.length ? html`<h3>${t("catan_cards.board.told")}</h3>${list(told)}` : html`<p>${t("catan_cards.board.told_none")}</p>`}
    ${truth && html`<h3>${t("catan_cards.knew.truth")}</h3>${list(truth)}`}
  <//>`;
}

/** @param {{components: any, cards: string[], who: SeatInfo | null}} props */
function Discard({ components, cards, who }) {
  const top = cards.at(-1);
  const counted = who ? t("catan_cards.board.discard_of", { n: cards.length, who: who.name }) : t("catan_cards.board.discard", { n: cards.length });
  const title = top ? `${counted}. ${cardName(components, top)}` : counted;
  return html`<${Opening} kind="cc-discard" at=${`discard-${who?.seat ?? 0}`} title=${title} face=${html`<span class="cc-back" aria-hidden="true">${who && html`<${Badge} seat=${who.seat} />`}${top ? html`<${Drawing} of=${titleOf(top)} />` : "–"}<small>${cards.length}</small></span>`}>
    ${cards.length ? html`<ol>${[...cards].reverse().map((id) => html`<li key=${id}><b>${cardName(components, id)}</b> <small class="soft">${cardText(components, id)}</small></li>`)}</ol>` : html`<p>${t("catan_cards.board.discard_empty")}</p>`}
  <//>`;
}

/** @param {{components: any, regions: string[]}} props */
function RegionsLeft({ components, regions }) {
  const title = t("catan_cards.board.regions_left", { n: regions.length });
  return html`<${Opening} kind="cc-regions-left" at="regions-left" title=${title} face=${html`<${Symbol} kind="lumber" />${regions.length}`}><ul>${regions.map((id) => html`<li key=${id}>${regionName(components, id)}</li>`)}</ul><//>`;
}
