/** Several games at a table: the score in games, and each game with its points and a link. */

import { html } from "../../dom.js";
import { t } from "../../words/words.js";

/**
 * @typedef {import("../../types.d.ts").TableCard} TableCard
 * @typedef {import("../../types.d.ts").GameCard} GameCard
 */

/** Returns the current or last game of a table as an object like a tournament table, with its seats, match and report.
 * @param {TableCard} table
 * @returns {TableCard}
 */
export function latestGame(table) {
  const game = table.games?.at(-1);
  return game ? asTable(table, game) : table;
}

/** Converts a single game to the same object shape as a tournament table.
 * @param {TableCard} table
 * @param {GameCard} game
 * @returns {TableCard}
 */
export function asTable(table, game) {
  const { best_of: _best, won: _won, games: _games, result: _result, reported: _reported, confirmed: _confirmed, match: _match, ...rest } = table;
  return { ...rest, ...game };
}

/** Returns the points in a game for each seat of the table. The seats are swapped after each game.
 * @param {TableCard} table
 * @param {GameCard} game
 * @returns {number[]}
 */
export const pointsOf = (table, game) => table.entrants.map((entrant) => (game.result ?? game.reported)?.points[game.entrants.indexOf(entrant)] ?? 0);

/** Formats the score in games: "2 : 1".
 * @param {number[]} won
 * @returns {string}
 */
export const formatScore = (won) => won.join(" : ");

/** The games of a table so far.
 * @param {{table: TableCard}} props
 */
export function Games({ table }) {
  if (!table.games) return null;
  return html`<ol class="tn-games" aria-label=${t("tournament.games.of", { table: table.table })}>${table.games.map((game) => html`<li key=${game.game}>
    <span>${t("tournament.game", { game: game.game })}</span>
    <span class="tn-points">${gameText(table, game)}</span>
    ${game.match && html`<${MatchLink} table=${table} game=${game} match=${game.match} />`}
  </li>`)}</ol>`;
}

/** The link to the match of a game. @param {{table: TableCard, game: GameCard, match: string}} props */
function MatchLink({ table, game, match }) {
  const named = { table: table.table, game: game.game };
  if (isGameOver(table, game)) return html`<a href=${`/replay/${match}`} aria-label=${t("tournament.game.replay_of", named)}>${t("tournament.table.replay")}</a>`;
  return html`<a href=${`/matches/${match}`} aria-label=${t("tournament.game.watch_of", named)}>${t("tournament.table.watch")}</a>`;
}

/** @param {TableCard} table @param {GameCard} game */
const isGameOver = (table, game) => Boolean(table.result ?? game.result) || game.status === "finished";

/** Returns the result of a game in the order of the table's seats.
 * @param {TableCard} table
 * @param {GameCard} game
 * @returns {string}
 */
export function gameText(table, game) {
  if (game.result) return `${formatScore(pointsOf(table, game))}${game.result.kind === "ruled" ? ` (${t("tournament.table.ruled")})` : ""}`;
  if (table.result) return t("tournament.table.called_off");
  return t(`tournament.table.${game.reported ? "unconfirmed" : game.match ? "playing" : "no_result"}`);
}
