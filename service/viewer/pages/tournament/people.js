/** Who takes part, by name: people lead to their page, bots lead nowhere, and a number tells namesakes apart. */

import { personName } from "../../ui/seat_name.js";
import { html } from "../../dom.js";
import { levelName } from "../../ui/game_name.js";
import { isolated, t } from "../../words/words.js";

/**
 * @typedef {import("../../types.d.ts").EntrantLine} EntrantLine
 * @typedef {import("../../types.d.ts").TournamentSummary} TournamentSummary
 */

/** Groups of namesakes by the entrants in which they were looked for. @type {WeakMap<object, number[][]>} */
const looked = new WeakMap();

/** Who has a name that somebody else has too: their numbers, one list for each such name. Capitals make no other name.
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

/** The name of an entrant as text, with the number where somebody else is called so too.
 * @param {TournamentSummary} card
 * @param {number} number
 * @returns {string}
 */
export function entrantName(card, number) {
  return namesakes(card).some((those) => those.includes(number)) ? numbered(card, number) : plainName(card, number);
}

/** The name of an entrant with the number, as it stands wherever one could be taken for another: "Ada · 3".
 * @param {TournamentSummary} card
 * @param {number} number
 * @returns {string}
 */
export function numbered(card, number) {
  return card.entrants[number - 1]?.bot ? plainName(card, number) : `${isolated(plainName(card, number))} · ${number}`;
}

/** The name of an entrant alone; that of a bot holds its number.
 * @param {TournamentSummary} card
 * @param {number} number
 * @returns {string}
 */
export function plainName(card, number) {
  const one = card.entrants[number - 1];
  if (!one) return t("common.erased");
  return one.bot ? t("tournament.bot", { level: levelName(one.bot), number }) : personName(one);
}

/** The name of an entrant, as the way to that player's page.
 * @param {{card: TournamentSummary, number: number, always?: boolean}} props `always` shows the number of those too whose name nobody else has
 */
export function Who({ card, number, always = false }) {
  const one = card.entrants[number - 1];
  const name = always ? numbered(card, number) : entrantName(card, number);
  return html`<${Named} player=${one?.bot ? null : (one?.player ?? null)} name=${name} />`;
}

/** A name that leads to the player's page where there is a player.
 * @param {{player: string | null, name: string}} props
 */
export function Named({ player, name }) {
  return player ? html`<a class="tn-who" href=${`/players/${player}`}>${name}</a>` : html`<span class="tn-who">${name}</span>`;
}
