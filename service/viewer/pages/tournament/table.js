/** A table of a round: seats, state and a link to its match. */

import { html } from "../../dom.js";
import { Badge } from "../../ui/seat_badge.js";
import { joinList, t } from "../../words/words.js";
import { groupName } from "../../ui/stage_name.js";
import { Games, latestGame, formatScore } from "./games.js";
import { EntrantLink, entrantName } from "./people.js";
import { Report, confirmersOf } from "./report.js";

/**
 * @typedef {import("../../types.d.ts").TournamentSummary} TournamentSummary
 * @typedef {import("../../types.d.ts").RoundCard} RoundCard
 * @typedef {import("../../types.d.ts").TableCard} TableCard
 */

/** The causes of rulings that have words; any other cause is left out. */
const CAUSES = ["error", "no-show", "conduct", "collusion", "deck", "time"];

/** @param {{card: TournamentSummary, round: RoundCard, table: TableCard, onCard: (card: TournamentSummary) => void}} props */
export function TablePanel({ card, round, table, onCard }) {
  const id = `table-${round.round}-${table.table}`;
  const own = card.yours.entrant !== null && table.entrants.includes(card.yours.entrant);
  const outcome = table.result ?? (table.games ? undefined : table.reported);
  const groups = (card.stages[round.stage]?.length ?? 1) > 1;
  return html`<li id=${id} class=${`tn-seating panel${own ? " own" : ""}`} tabindex="-1" aria-labelledby=${`${id}-name`}>
    <div class="tn-seating-head">
      <h3 id=${`${id}-name`}>${t("tournament.table", { table: table.table })}</h3>
      ${own && html`<span class="tn-chip">${t("tournament.table.yours")}</span>`}
      ${groups && html`<span class="soft">${groupName(table.group ?? 0)}</span>`}
    </div>
    <ol class="tn-seats">${table.entrants.map((number, seat) => html`<li key=${number} class=${outcome?.places[seat] === 1 ? "won" : ""}>
      <${Badge} seat=${seat} label=${t("tournament.table.seat", { number: seat + 1 })} />
      <${EntrantLink} card=${card} number=${number} always />
      ${(outcome || table.won) && html`<span class="tn-points">${table.won ? table.won[seat] : outcome?.points[seat]}${outcome?.places[seat] === 1 && html`<span
        class="unseen"> (${t("tournament.table.won")})</span>`}</span>`}
    </li>`)}</ol>
    <p class="tn-state">${stateText(card, round, table)}</p>
    <${Games} table=${table} />
    ${round.progress !== "paired" && table.match && !(table.games && table.result) && html`<${MatchLink} table=${table} own=${own} />`}
    ${card.plan.elsewhere && round.progress === "started" && !table.result && !table.hidden && html`<${Report} key=${table.games?.length ?? 0} card=${card} round=${round} table=${latestGame(table)}
      onCard=${onCard} />`}
  </li>`;
}

/** The link to the match of a table.
 * @param {{table: TableCard, own: boolean}} props
 */
function MatchLink({ table, own }) {
  const over = Boolean(table.result) || table.status === "finished";
  const where = own ? "to_table" : over ? "replay" : "watch";
  const href = over && !own ? `/replay/${table.match}` : `/matches/${table.match}`;
  return html`<a class=${`button${own && !over ? " primary" : ""}`} href=${href} aria-label=${t(`tournament.table.${where}_of`, { table: table.table })}>${t(`tournament.table.${where}`)}</a>`;
}

/** Describes the state of a table in a few words.
 * @param {TournamentSummary} card
 * @param {RoundCard} round
 * @param {TableCard} table
 * @returns {string}
 */
export function stateText(card, round, table) {
  if (table.hidden) return t("tournament.hide.table");
  if (table.result) return [reasonText(card, table), ...sumTexts(table)].join(" · ");
  if (card.phase === "cancelled") return t("tournament.table.called_off");
  if (round.progress === "paired") return t("tournament.table.waits");
  if (table.games) {
    const { best_of: _several, games, won: _won, ...latest } = table;
    return `${t("tournament.game.nth", { game: games.length, games: table.best_of ?? 1 })}: ${stateText(card, round, latest)}`;
  }
  if (table.reported) {
    const said = table.confirmed ?? [];
    const missing = table.entrants.filter((_, seat) => !said.includes(confirmersOf(card, table)[seat])).map((one) => entrantName(card, one));
    return `${t("tournament.table.unconfirmed")}. ${t("tournament.table.waiting_for", { names: missing.join(", ") })}`;
  }
  if (card.plan.elsewhere) return t("tournament.table.no_result");
  return t(`tournament.table.${table.status === "finished" ? "arriving" : "playing"}`);
}

/** Returns how a result came about: played, won because the others were out, ruled with the cause, corrected, or struck.
 * @param {TournamentSummary} card
 * @param {TableCard} table
 * @returns {string}
 */
function reasonText(card, { entrants, result, reported }) {
  const { kind, cause = "", places = [] } = result ?? {};
  if (kind === "struck") return t("tournament.table.struck");
  if (kind !== "ruled" && cause !== "forfeited") return t("tournament.table.played");
  if (kind !== "ruled") {
    const out = entrants.filter((_, seat) => (places[seat] ?? 0) > 1).map((one) => entrantName(card, one));
    return t("tournament.table.forfeited", { names: joinList(out), clock: card.plan.clock });
  }
  if (cause === "no-show" && places.filter((one) => one > 1).length === entrants.length - 1) return t("tournament.table.walkover");
  const why = t(`tournament.table.${reported ? "corrected" : "ruled"}`);
  return CAUSES.includes(cause) ? t("tournament.table.reason", { why, cause: t(`tournament.cause.${cause}`) }) : why;
}

/** Returns the sum of the points over several games.
 * @param {TableCard} table
 * @returns {string[]}
 */
const sumTexts = (table) => (table.games && table.result ? [t("tournament.games.sum", { points: formatScore(table.result.points) })] : []);
