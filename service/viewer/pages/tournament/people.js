/** Names of entrants: players have links, bots have none, and numbers distinguish entrants with the same name. */

import { personName } from "../../ui/seat_name.js";
import { html } from "../../dom.js";
import { entrantBotName } from "../../ui/bots.js";
import { isolate, t } from "../../words/words.js";

/**
 * @typedef {import("../../types.d.ts").EntrantLine} EntrantLine
 * @typedef {import("../../types.d.ts").TournamentSummary} TournamentSummary
 */

/** Groups of equal names, cached by the array of entrants. @type {WeakMap<object, number[][]>} */
const looked = new WeakMap();

/** Returns groups of entrants with the same name, ignoring case.
 * @param {{entrants: EntrantLine[]}} card
 * @returns {number[][]}
 */
export function namesakes({ entrants }) {
  const known = looked.get(entrants);
  if (known) return known;
  /** @type {Map<string, number[]>} */
  const named = new Map();
  for (const { name, bot, number } of entrants) {
    const called = bot ? "" : (name ?? "").normalize("NFKC").toLowerCase();
    if (called) named.set(called, [...(named.get(called) ?? []), number]);
  }
  const found = [...named.values()].filter((those) => those.length > 1);
  looked.set(entrants, found);
  return found;
}

/** Returns the name of an entrant, with the number if another entrant has the same name.
 * @param {TournamentSummary} card
 * @param {number} number
 * @returns {string}
 */
export function entrantName(card, number) {
  return namesakes(card).some((those) => those.includes(number)) ? nameWithNumber(card, number) : plainName(card, number);
}

/** Returns the name with the number, for lists where entrants could be confused: "Ada · 3".
 * @param {TournamentSummary} card
 * @param {number} number
 * @returns {string}
 */
export function nameWithNumber(card, number) {
  return card.entrants[number - 1]?.bot ? plainName(card, number) : `${isolate(plainName(card, number))} · ${number}`;
}

/** Returns the name without the number, except for bots.
 * @param {TournamentSummary} card
 * @param {number} number
 * @returns {string}
 */
export function plainName(card, number) {
  const one = card.entrants[number - 1];
  if (!one) return t("common.erased");
  return one.bot ? entrantBotName(one.bot, number) : personName(one);
}

/** The name of an entrant with a link to the player's page.
 * @param {{card: TournamentSummary, number: number, always?: boolean}} props `always` adds the number even if the name is unique
 */
export function EntrantLink({ card, number, always = false }) {
  const one = card.entrants[number - 1];
  const name = always ? nameWithNumber(card, number) : entrantName(card, number);
  return html`<${PlayerLink} player=${one?.bot ? null : (one?.player ?? null)} name=${name} />`;
}

/** A name, with a link if the entrant is a player.
 * @param {{player: string | null, name: string}} props
 */
export function PlayerLink({ player, name }) {
  return player ? html`<a class="tn-who" href=${`/players/${player}`}>${name}</a>` : html`<span class="tn-who">${name}</span>`;
}
