/** Several games at a table: how many each has won, and each game with its points and the way to its match. */

import { html } from "../../dom.js";
import { t } from "../../words/words.js";

/**
 * @typedef {import("../../types.d.ts").TableCard} TableCard
 * @typedef {import("../../types.d.ts").GameCard} GameCard
 */

/** The game of a table that is played now, or was the last one, as if it were the table: its seats, its match, its report.
 * @param {TableCard} table
 * @returns {TableCard}
 */
export function latestGame(table) {
  const game = table.games?.at(-1);
  return game ? seatedAs(table, game) : table;
}

/** A game as if it were the table.
 * @param {TableCard} table
 * @param {GameCard} game
 * @returns {TableCard}
 */
export function seatedAs(table, game) {
  const { best_of: _best, won: _won, games: _games, result: _result, reported: _reported, confirmed: _confirmed, match: _match, ...rest } = table;
  return { ...rest, ...game };
}

/** What each seat of a table has from one of its games; the seats are swapped after each.
 * @param {TableCard} table
 * @param {GameCard} game
 * @returns {number[]}
 */
export const pointsOf = (table, game) => table.entrants.map((entrant) => (game.result ?? game.reported)?.points[game.entrants.indexOf(entrant)] ?? 0);

/** How a table stands in games: "2 : 1".
 * @param {number[]} won
 * @returns {string}
 */
export const standing = (won) => won.join(" : ");

/** The games of a table so far.
 * @param {{table: TableCard}} props
 */
export function Games({ table }) {
  if (!table.games) return null;
  return html`<ol class="tn-games" aria-label=${t("tournament.games.of", { table: table.table })}>${table.games.map((game) => html`<li key=${game.game}>
    <span>${t("tournament.game", { game: game.game })}</span>
    <span class="tn-points">${gameText(table, game)}</span>
    ${game.match && html`<${Way} table=${table} game=${game} match=${game.match} />`}
  </li>`)}</ol>`;
}

/** The way to the match of a game. @param {{table: TableCard, game: GameCard, match: string}} props */
function Way({ table, game, match }) {
  const named = { table: table.table, game: game.game };
  if (over(table, game)) return html`<a href=${`/replay/${match}`} aria-label=${t("tournament.game.replay_of", named)}>${t("tournament.table.replay")}</a>`;
  return html`<a href=${`/matches/${match}`} aria-label=${t("tournament.game.watch_of", named)}>${t("tournament.table.watch")}</a>`;
}

/** @param {TableCard} table @param {GameCard} game */
const over = (table, game) => Boolean(table.result ?? game.result) || game.status === "finished";

/** How a game has ended, in the order of the table's seats.
 * @param {TableCard} table
 * @param {GameCard} game
 * @returns {string}
 */
export function gameText(table, game) {
  if (game.result) return `${standing(pointsOf(table, game))}${game.result.kind === "ruled" ? ` (${t("tournament.table.ruled")})` : ""}`;
  if (table.result) return t("tournament.table.called_off");
  return t(`tournament.table.${game.reported ? "unconfirmed" : game.match ? "playing" : "no_result"}`);
}
