/** The table of the user in the last round, in words, and the link to it. */

import { html } from "../../dom.js";
import { joinList, t } from "../../words/words.js";
import { roundName } from "../../ui/stage_name.js";
import { isOver, isThere } from "./entry.js";
import { formatScore, latestGame } from "./games.js";
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

/** Returns the match that the user can play now at a table of a tournament, or null.
 * @param {TournamentSummary} card
 * @returns {string | null}
 */
export function readyMatch(card) {
  const { round, table } = ownRound(card) ?? {};
  const { match, status, result } = table ? latestGame(table) : {};
  return round?.progress === "started" && !table?.result && !result && status !== "finished" ? (match ?? null) : null;
}

/** Returns the match that the user can play now if it has clocks and is open already, or null.
 * @param {TournamentSummary} card
 * @returns {string | null}
 */
export function clockedMatch(card) {
  const { table } = ownRound(card) ?? {};
  return card.plan.clock && table && latestGame(table).status === "running" ? readyMatch(card) : null;
}

/** Returns the number of the user's table and the opponents: "Your table: 3, against Ada", that the table is ready, or its result: "Round 1: you won 9 : 7".
 * @param {TournamentSummary} card
 * @param {TableCard} table
 * @returns {string}
 */
export const ownTableText = (card, table) => table.result && table.result.kind !== "struck" ? `${roundName(card.rounds.at(-1) ?? { round: 0 })}: ${ownResultText(card, table)}` :
  t(readyMatch(card) ? "tournament.own.ready_at" : "tournament.own.table", { table: table.table, names: joinList(table.entrants.filter((one) => one !== card.yours.entrant).map((one) => entrantName(card, one))) });

/** Returns the round and the state of the table in a few words.
 * @param {TournamentSummary} card
 * @param {RoundCard} round
 * @param {TableCard} table
 * @returns {string}
 */
export function ownStateText(card, round, table) {
  const rounds = card.plan.stages.length === 1 ? card.stage_names[0]?.rounds : 0;
  const seat = latestGame(table).entrants.indexOf(card.yours.entrant ?? 0);
  const parts = [roundName(round, rounds), ...(table.result ? [] : [t("tournament.table.seat", { number: seat + 1 })]), stateText(card, round, table)];
  return parts.filter(Boolean).join(" · ");
}

/** Returns how the user came out at a table with a result: "won 12 : 9", "won" if somebody was out, or "place 2 of 4 · 7 points".
 * @param {TournamentSummary} card
 * @param {TableCard} table
 * @returns {string}
 */
export function ownResultText(card, { entrants, result, won }) {
  const seat = entrants.indexOf(card.yours.entrant ?? 0);
  if (!result || result.kind === "struck") return "";
  const points = won ?? result.points;
  const place = result.places[seat] ?? 0;
  if (entrants.length > 2) return `${t("tournament.own.place", { place, all: entrants.length })} · ${t("tournament.table.points", { points: points[seat] })}`;
  const how = place > 1 ? "lost" : result.places[1 - seat] === 1 ? "drawn" : "won";
  const score = result.cause === "forfeited" && !won ? "" : ` ${formatScore([points[seat] ?? 0, points[1 - seat] ?? 0])}`;
  return t(`tournament.own.${how}`) + score;
}

/** Returns whether no round follows, as far as the plan says.
 * @param {TournamentSummary} card
 * @param {RoundCard} round
 * @returns {boolean}
 */
function isLastRound(card, round) {
  const inStage = card.rounds.filter((one) => one.stage === round.stage && one.round <= round.round).length;
  return round.stage === card.plan.stages.length - 1 && (round.name?.code === "final" || inStage === card.stage_names[round.stage]?.rounds);
}

/** Returns whether every round is over.
 * @param {TournamentSummary} card
 * @returns {boolean}
 */
export function isPlayedOut(card) {
  const last = card.rounds.at(-1);
  return last?.progress === "closed" && isLastRound(card, last);
}

/** Returns what comes next for an entrant, and when.
 * @param {TournamentSummary} card
 * @param {RoundCard} round
 * @param {TableCard | null} [table]
 * @returns {string}
 */
export function nextText(card, round, table = null) {
  const stage = card.plan.stages[round.stage];
  const last = isLastRound(card, round);
  const left = round.tables.filter((one) => !one.result).length;
  const when = round.progress === "paired" ? "paired" : left > 0 ? (last ? "last_started" : "started") : last ? "last" : "closed";
  const place = table?.result?.places[table.entrants.indexOf(card.yours.entrant ?? 0)] ?? 0;
  const knockout = stage?.method === "elimination" && table?.entrants.length === 2 && !last && place > 0;
  const fate = knockout ? [t(`tournament.own.next.${place === 1 && table?.result?.places.includes(2) ? "through" : place === 2 ? "out" : "closed"}`)] : [];
  if (knockout && place === 2) return fate.join();
  return [...fate, t(`tournament.own.next.${when}`, { left, all: round.tables.length })].join(" ");
}

/** Returns the reason why an entrant has no table in a round. `worth` is how many points a bye scores: undefined while loading, null for the entrant's average.
 * @param {TournamentSummary} card
 * @param {OwnRound} own
 * @param {string | null | undefined} worth
 * @returns {string}
 */
export function noTableText(card, { round, bye }, worth) {
  if (!bye) {
    if (card.plan.stages[round.stage]?.method === "elimination") return t("tournament.own.next.out");
    const joined = card.entrants[(card.yours.entrant ?? 0) - 1]?.joined ?? 0;
    return t(joined > round.round ? "tournament.own.late" : "tournament.own.none", { round: round.round, joined });
  }
  return [t("tournament.own.bye", { round: round.round }), byeText(card, round, worth)].filter(Boolean).join(" ");
}

/** Returns what a bye counts in a round; "" while loading.
 * @param {TournamentSummary} card
 * @param {RoundCard} round
 * @param {string | null | undefined} worth
 * @returns {string}
 */
export function byeText(card, round, worth) {
  const method = card.plan.stages[round.stage]?.method;
  const kind = method === "swiss" ? (worth === undefined ? "" : worth === null ? "average" : "fixed") : (method ?? "");
  return kind && t(`tournament.own.bye.${kind}`, { points: worth });
}

/** The link to the table's match, or to the place where its result is reported or shown.
 * @param {{card: TournamentSummary, round: RoundCard, table: TableCard}} props
 */
export function OwnTableLink({ card, round, table }) {
  const { match } = latestGame(table);
  const named = { table: table.table };
  const here = `${card.links.page}#rounds/${round.round}/${table.table}`;
  if (table.result) return match && html`<a class="button" href=${`/matches/${match}`} aria-label=${t("tournament.table.to_table_of", named)}>${t("tournament.table.to_table")}</a>`;
  if (round.progress === "paired") return html`<a class="button" href=${here} aria-label=${t("tournament.own.see_of", named)}>${t("tournament.own.see")}</a>`;
  if (!match) return html`<a class="button primary" href=${here}>${t("tournament.report.title")}</a>`;
  return html`<a class="button primary" href=${`/matches/${match}`} aria-label=${t("tournament.own.play_of", named)}>${t("tournament.own.play")}</a>`;
}
