/** The user's own part of the page: the table in the last round with its clock, what comes next, and the results so far. */

import { html, useEffect, useState } from "../../dom.js";
import { read } from "../../api/api.js";
import { roundName } from "../../ui/stage_name.js";
import { joinList, t } from "../../words/words.js";
import { latestGame } from "./games.js";
import { OwnClock } from "./own_clock.js";
import { OwnTableLink, byeText, clockedMatch, nextText, noTableText, ownResultText, ownRound, ownStateText, ownTableText, readyMatch } from "./own_table.js";
import { formatAmount } from "./numbers.js";
import { entrantName } from "./people.js";
import { limitText } from "./plan.js";
import { Clock } from "./round_clock.js";
import { stateText } from "./table.js";

/**
 * @typedef {import("../../types.d.ts").TournamentSummary} TournamentSummary
 * @typedef {import("../../types.d.ts").RoundCard} RoundCard
 */

/** Changes of the table are announced to screen readers.
 * @param {{card: TournamentSummary}} props
 */
export function OwnPart({ card }) {
  const own = ownRound(card);
  const match = readyMatch(card);
  const number = card.yours.entrant ?? 0;
  const worth = useByeWorth(card, card.rounds.some((round) => round.byes.includes(number)));
  return html`<div class="tn-you">
    <div aria-live="polite">${own && html`<section class="tn-own panel" aria-labelledby="tn-own">
      <h2 id="tn-own">${own.table ? ownTableText(card, own.table) : noTableText(card, own, worth)}</h2>
      ${own.table && html`<p>${ownStateText(card, own.round, own.table)}</p>`}
      ${own.table?.result && html`<${OwnPlace} card=${card} />`}
      ${card.phase === "running" && (clockedMatch(card) ? html`<${OwnClock} match=${clockedMatch(card)} />` : !own.table?.result && html`<${Clock} round=${own.round} />`)}
      ${own.table && html`<${OwnTableLink} card=${card} round=${own.round} table=${own.table} />`}
      ${own.table && !own.table.result && card.plan.clock && html`<p class="soft">${t("tournament.own.clock", { time: limitText(card.plan.clock) })}</p>`}
      <p class="soft">${nextText(card, own.round, own.table)}</p>
    </section>`}</div>
    <${Results} card=${card} worth=${worth} />
  </div>`;
}

/** The user's place in the standings so far. @param {{card: TournamentSummary}} props */
function OwnPlace({ card }) {
  const [groups, setGroups] = useState(/** @type {import("../../types.d.ts").TournamentStandings["groups"]} */ ([]));
  useEffect(() => {
    read(`/tournaments/${card.id}/standings`).then((found) => setGroups(found.groups), () => {}); // the page has the standings, too
  }, [card.id, card.version]);
  const group = groups.find(({ lines }) => lines.some((line) => line.entrant === card.yours.entrant));
  const line = group?.lines.find((one) => one.entrant === card.yours.entrant);
  return line && html`<p><a href="#standings">${t("tournament.section.standings")}</a>: ${t("tournament.own.place", { place: line.place, all: group?.lines.length, shared: group?.lines.some((one) => one !== line && one.place === line.place) })} · ${t("tournament.table.points", { points: formatAmount(line.score.amount) })}</p>`;
}

/** The user's results with their reasons, the latest first. @param {{card: TournamentSummary, worth: string | null | undefined}} props */
function Results({ card, worth }) {
  const number = card.yours.entrant;
  const rounds = number === null ? [] : card.rounds.filter((round) => (round.progress === "closed" && round.byes.includes(number)) || tableOf(round, number)?.result).reverse();
  if (rounds.length === 0) return null;
  return html`<section class="tn-own panel" aria-labelledby="tn-results">
    <h2 id="tn-results">${t("tournament.own.results")}</h2>
    <ol class="tn-results">${rounds.map((round) => html`<li key=${round.round}><${ResultLine} card=${card} round=${round} number=${number ?? 0} worth=${worth} /></li>`)}</ol>
  </section>`;
}

/** @param {{card: TournamentSummary, round: RoundCard, number: number, worth: string | null | undefined}} props */
function ResultLine({ card, round, number, worth }) {
  const table = tableOf(round, number);
  const at = `#rounds/${round.round}`;
  if (!table) return html`<a href=${at}>${roundName(round)}</a> <span><b>${t("tournament.note.bye")}</b> <span class="soft">${byeText(card, round, worth)}</span></span>`;
  const { match } = latestGame(table);
  const others = joinList(table.entrants.filter((one) => one !== number).map((one) => entrantName(card, one)));
  return html`<a href=${`${at}/${table.table}`}>${roundName(round)}</a>
    <span>${t("tournament.own.against", { names: others })}</span>
    <span><b>${ownResultText(card, table)}</b> <span class="soft">${stateText(card, round, table)}</span></span>
    ${match && html`<a href=${`/replay/${match}`} aria-label=${`${t("tournament.table.replay")}: ${roundName(round)}`}>${t("tournament.table.replay")}</a>`}`;
}

/** @param {RoundCard} round @param {number} number */
const tableOf = (round, number) => round.tables.find((one) => one.entrants.includes(number));

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
