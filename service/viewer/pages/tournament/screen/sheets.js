/** The sheets of the wall screen. */

import { html } from "../../../dom.js";
import { Badge } from "../../../ui/seat_badge.js";
import { language, t } from "../../../words/words.js";
import { groupName } from "../../../ui/stage_name.js";
import { isThere } from "../entry.js";
import { nameWithNumber, plainName } from "../people.js";
import { tieName } from "../plan.js";
import { stateText } from "../table.js";

/**
 * @typedef {import("../../../types.d.ts").TournamentSummary} TournamentSummary
 * @typedef {import("../../../types.d.ts").TournamentStandings} TournamentStandings
 */

/** Formats a score or tie-break with few digits, to be read from far away.
 * @param {import("../../../types.d.ts").TournamentAmount} amount
 */
const formatShort = ({ value }) => new Intl.NumberFormat(language(), { maximumFractionDigits: 2 }).format(value);

/** The number of tie-breaks shown beside the score. */
const TIES = 2;

/** The largest length of a name in letters that fits on one line. */
const LONG = 14;

/** The entrants, before the first round. @param {{card: TournamentSummary}} props */
export function People({ card }) {
  const there = card.entrants.filter(isThere);
  return html`<h2>${t("screen.people", { count: there.length })}</h2>
    <ul class="screen-people">${there.map((one) => html`<li key=${one.number}>${nameWithNumber(card, one.number)}</li>`)}</ul>`;
}

/** Tables of a round with their results.
 * @param {{card: TournamentSummary, round: import("../../../types.d.ts").RoundCard, tables: import("../../../types.d.ts").TableCard[], marked: number[]}} props
 */
export function Tables({ card, round, tables, marked }) {
  return html`<h2 class="unseen">${t("screen.tables")}</h2><ol class="screen-tables">${tables.map((table) => html`<li key=${table.table} class=${`screen-table${marked.includes(table.table) ? " new" : ""}`}>
    <h3>${t("tournament.table", { table: table.table })} <span class="soft">${stateText(card, round, table)}</span></h3>
    <ol class="screen-seats">${table.entrants.map((number, seat) => html`<li key=${number} class=${table.result?.places[seat] === 1 ? "won" : ""}>
      <${Badge} seat=${seat} label=${t("tournament.table.seat", { number: seat + 1 })} /> <${Name} card=${card} number=${number} />
      ${table.result && html`<b>${table.won ? table.won[seat] : table.result.points[seat]}</b>`}</li>`)}</ol>
  </li>`)}</ol>`;
}

/** The name of an entrant. A long name uses two lines, and an even longer one is cut off, but its number is always shown.
 * @param {{card: TournamentSummary, number: number}} props
 */
const Name = ({ card, number }) => html`<span class=${plainName(card, number).length > LONG ? "screen-name long" : "screen-name"}>${plainName(card, number)}</span>${!card.entrants[number - 1]?.bot && html` <span class="soft">· ${number}</span>`}`;

/** A part of the standings.
 * @param {{card: TournamentSummary, standings: TournamentStandings, sheet: {group: number, from: number, to: number}}} props
 */
export function Standings({ card, standings, sheet }) {
  const group = standings.groups[sheet.group];
  const codes = (group?.lines[0]?.ties ?? []).slice(0, TIES).map((value) => value.code);
  const title = standings.groups.length > 1 ? `${t("tournament.section.standings")} · ${groupName(sheet.group)}` : t("tournament.section.standings");
  return html`<table class="screen-standings"><caption>${title}</caption>
    <thead><tr><th scope="col" class="number">${t("tournament.column.place")}</th><th scope="col">${t("tournament.column.name")}</th><th scope="col" class="number">${t("tournament.tie.PTS")}</th>
      ${codes.map((code) => html`<th key=${code} scope="col" class="number tie"><abbr title=${tieName(code)}>${code}</abbr></th>`)}</tr></thead>
    <tbody>${(group?.lines ?? []).slice(sheet.from, sheet.to).map((line) => html`<tr key=${line.entrant}><td class="number">${line.place}</td>
      <th scope="row">${nameWithNumber(card, line.entrant)}</th><td class="number"><b>${formatShort(line.score.amount)}</b></td>
      ${line.ties.slice(0, TIES).map((value) => html`<td key=${value.code} class="number tie">${formatShort(value.amount)}</td>`)}</tr>`)}</tbody>
  </table>`;
}
