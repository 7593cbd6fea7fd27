/** Who takes part, by name: people lead to their page, bots lead nowhere. */

import { html } from "../../dom.js";
import { levelName } from "../../ui/game_name.js";
import { t } from "../../words/words.js";

/**
 * @typedef {import("../../types.d.ts").EntrantLine} EntrantLine
 * @typedef {import("../../types.d.ts").TournamentSummary} TournamentSummary
 */

/** The name of an entrant as text.
 * @param {TournamentSummary} card
 * @param {number} number
 * @returns {string}
 */
export function entrantName(card, number) {
  const one = card.entrants[number - 1];
  if (!one) return t("common.erased");
  return one.bot ? t("tournament.bot", { level: levelName(one.bot), number }) : (one.name ?? t("common.erased"));
}

/** The name of an entrant, as the way to that player's page.
 * @param {{card: TournamentSummary, number: number}} props
 */
export function Who({ card, number }) {
  const one = card.entrants[number - 1];
  const name = entrantName(card, number);
  return html`<${Named} player=${one?.bot ? null : (one?.player ?? null)} name=${name} />`;
}

/** A name that leads to the player's page where there is a player.
 * @param {{player: string | null, name: string}} props
 */
export function Named({ player, name }) {
  return player ? html`<a class="tn-who" href=${`/players/${player}`}>${name}</a>` : html`<span class="tn-who">${name}</span>`;
}
