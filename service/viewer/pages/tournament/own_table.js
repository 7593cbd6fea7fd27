/** The user's table in the last round: opponents, state, next step and link. */

import { html, useEffect, useState } from "../../dom.js";
import { read } from "../../api/api.js";
import { joinList, t } from "../../words/words.js";
import { roundName } from "../../ui/stage_name.js";
import { isOver, isThere } from "./entry.js";
import { latestGame } from "./games.js";
import { entrantName } from "./people.js";
import { stateText } from "./table.js";

/**
 * @typedef {import("../../types.d.ts").TournamentSummary} TournamentSummary
 * @typedef {import("../../types.d.ts").RoundCard} RoundCard
 * @typedef {import("../../types.d.ts").TableCard} TableCard
 * @typedef {{round: RoundCard, table: TableCard | null, bye: boolean}} OwnRound `table` is null if the player has no table in this round
 */

/** Returns the last round from the user's point of view; null if the user is not playing, before the first round, and after the end.
 * @param {TournamentSummary} card
 * @returns {OwnRound | null}
 */
export function ownRound(card) {
  const number = card.yours.entrant;
  const own = number === null ? undefined : card.entrants[number - 1];
  const round = card.rounds.at(-1);
  if (number === null || !own || !round || !isThere(own) || isOver(card)) return null;
  const table = round.tables.find((one) => one.entrants.includes(number)) ?? null;
  return { round, table, bye: round.byes.includes(number) };
}

/** Returns whether the user has a table without a result.
 * @param {TournamentSummary} card
 * @returns {boolean}
 */
export function hasUnfinishedTable(card) {
  const { table } = ownRound(card) ?? {};
  return Boolean(table) && !table?.result;
}

/** Returns the number of the user's table and the opponents: "Your table: 3, against Ada".
 * @param {TournamentSummary} card
 * @param {TableCard} table
 * @returns {string}
 */
export const ownTableText = (card, table) =>
  t("tournament.own.table", { table: table.table, names: joinList(table.entrants.filter((one) => one !== card.yours.entrant).map((one) => entrantName(card, one))) });

/** Returns the round and the state of the table in a few words.
 * @param {TournamentSummary} card
 * @param {RoundCard} round
 * @param {TableCard} table
 * @returns {string}
 */
export function ownStateText(card, round, table) {
  const seat = table.entrants.indexOf(card.yours.entrant ?? 0);
  const { result } = table;
  const outcome = result && result.kind !== "struck" && t("tournament.own.result", { place: result.places[seat] ?? 0, all: table.entrants.length, points: (table.won ?? result.points)[seat] ?? 0, games: Boolean(table.won) });
  return [roundName(round), stateText(card, round, table), ...(outcome ? [outcome] : [])].join(" · ");
}

/** Returns the next step for an entrant who has a result, or no table in this round.
 * @param {TournamentSummary} card
 * @param {RoundCard} round
 * @returns {string}
 */
export function nextText(card, round) {
  const elimination = card.plan.stages[round.stage]?.method === "elimination";
  return t(`tournament.own.next.${elimination ? "elimination" : round.progress === "closed" ? "closed" : "started"}`);
}

/** Returns the reason why an entrant has no table in a round. `worth` is how many points a bye scores: undefined while loading, null for the entrant's average.
 * @param {TournamentSummary} card
 * @param {OwnRound} own
 * @param {string | null | undefined} worth
 * @returns {string}
 */
export function noTableText(card, { round, bye }, worth) {
  if (!bye) {
    const joined = card.entrants[(card.yours.entrant ?? 0) - 1]?.joined ?? 0;
    return t(joined > round.round ? "tournament.own.late" : "tournament.own.none", { round: round.round, joined });
  }
  const method = card.plan.stages[round.stage]?.method;
  const kind = method === "swiss" ? (worth === undefined ? "" : worth === null ? "average" : "fixed") : (method ?? "");
  return [t("tournament.own.bye", { round: round.round }), ...(kind ? [t(`tournament.own.bye.${kind}`, { points: worth })] : [])].join(" ");
}

/** The panel about the user's table at the top of the page. Changes are announced to screen readers.
 * @param {{card: TournamentSummary}} props
 */
export function OwnTable({ card }) {
  const own = ownRound(card);
  const worth = useByeWorth(card, own?.bye ?? false);
  return html`<div aria-live="polite">${own && html`<section class="tn-own panel" aria-labelledby="tn-own">
    ${own.table
      ? html`<h2 id="tn-own">${ownTableText(card, own.table)}</h2>
          <p>${ownStateText(card, own.round, own.table)}</p>
          ${own.table.result && html`<p>${nextText(card, own.round)}</p>`}
          <${OwnTableLink} card=${card} round=${own.round} table=${own.table} />`
      : html`<h2 id="tn-own">${noTableText(card, own, worth)}</h2><p>${nextText(card, own.round)}</p>`}
  </section>`}</div>`;
}

/** The link to the table's match, or to the place where its result is reported or shown.
 * @param {{card: TournamentSummary, round: RoundCard, table: TableCard}} props
 */
export function OwnTableLink({ card, round, table }) {
  const { match } = latestGame(table);
  const named = { table: table.table };
  const here = `${card.links.page}#rounds/${round.round}/${table.table}`;
  if (table.result) return match && html`<a class="button" href=${`/replay/${match}`} aria-label=${t("tournament.table.replay_of", named)}>${t("tournament.table.replay")}</a>`;
  if (round.progress === "paired") return html`<a class="button" href=${here} aria-label=${t("tournament.own.see_of", named)}>${t("tournament.own.see")}</a>`;
  if (!match) return html`<a class="button primary" href=${here}>${t("tournament.report.title")}</a>`;
  return html`<a class="button primary" href=${`/matches/${match}`} aria-label=${t("tournament.table.to_table_of", named)}>${t("tournament.table.to_table")}</a>`;
}

/** Returns how many points a bye scores in this tournament. Reads that only if there is a bye.
 * @param {TournamentSummary} card
 * @param {boolean} bye
 * @returns {string | null | undefined}
 */
function useByeWorth(card, bye) {
  const [worth, setWorth] = useState(/** @type {string | null | undefined} */ (undefined));
  const { scoring } = card.plan;
  useEffect(() => {
    if (!bye) return;
    const leaving = new AbortController();
    read("/scoring", {}, leaving.signal).then(
      ({ presets }) => setWorth(presets.find((/** @type {any} */ one) => one.id === scoring)?.bye),
      () => {}, // the bye is shown without its points
    );
    return () => leaving.abort();
  }, [scoring, bye]);
  return worth;
}
