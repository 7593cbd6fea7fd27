/** Drawings of a stage for tables of two: who has met whom, and the bracket. */

import { html } from "../../dom.js";
import { stageName } from "../../ui/stage_name.js";
import { t } from "../../words/words.js";
import { formatScore } from "./games.js";
import { EntrantLink, entrantName } from "./people.js";

/**
 * @typedef {import("../../types.d.ts").TournamentSummary} TournamentSummary
 * @typedef {import("../../types.d.ts").TableCard} TableCard
 * @typedef {{entrants: number[], table: TableCard | null}} Slot a table of the bracket, a bye, or a table that is not paired yet
 */

/** The names of the last rounds by their number of tables. @type {Record<number, string>} */
const NAMES = { 1: "final", 2: "semi-final", 4: "quarter-final" };

/** The drawing of a group; nothing for other methods and larger tables.
 * @param {{card: TournamentSummary, stage: number, group: number, order: number[]}} props `order` are the entrants by place
 */
export function Drawing({ card, stage, group, order }) {
  const { method, table } = card.plan.stages[stage] ?? {};
  if (table !== 2 || method === "swiss") return null;
  return method === "elimination" ? html`<${Bracket} card=${card} stage=${stage} group=${group} />` : html`<${CrossTable} card=${card} stage=${stage} order=${order} />`;
}

/** A table with a line and a column for each entrant. A cell has the points of the line's entrant first.
 * @param {{card: TournamentSummary, stage: number, order: number[]}} props
 */
function CrossTable({ card, stage, order }) {
  const tables = card.rounds.filter((round) => round.stage === stage).flatMap(({ round, tables: all }) => all.map((table) => ({ round, table })));
  /** @param {number} one @param {number} other */
  const cell = (one, other) => {
    const found = tables.find(({ table }) => table.entrants.includes(one) && table.entrants.includes(other));
    const score = found && scoreOf(found.table, one, other);
    if (!found || !score) return html`<td></td>`;
    const { result } = found.table;
    const how = result?.kind === "struck" ? "struck" : result?.places[found.table.entrants.indexOf(one)] === 1 ? "won" : "";
    return html`<td class=${how}><a href=${`#rounds/${found.round}/${found.table.table}`}
      aria-label=${t("tournament.cross.of", { name: entrantName(card, one), other: entrantName(card, other), result: score })}>${score}</a></td>`;
  };
  return html`<div class="tn-wide"><table class="tn-table tn-cross">
    <caption>${t("tournament.cross")}</caption>
    <thead><tr><th scope="col">${t("tournament.column.name")}</th>${order.map((number, at) => html`<th key=${number} scope="col" aria-label=${entrantName(card, number)}>${at + 1}</th>`)}</tr></thead>
    <tbody>${order.map((one, at) => html`<tr key=${one} class=${one === card.yours.entrant ? "own" : ""}><th scope="row">${at + 1}. <${EntrantLink} card=${card} number=${one} /></th>
      ${order.map((other) => (one === other ? html`<td class="self"></td>` : cell(one, other)))}</tr>`)}</tbody>
  </table></div>`;
}

/** Returns the score of a table from the point of view of one of its two entrants; empty without a result.
 * @param {TableCard} table @param {number} one @param {number} other
 */
function scoreOf({ entrants, result, won }, one, other) {
  const points = won ?? result?.points;
  return result && points ? formatScore([one, other].map((number) => points[entrants.indexOf(number)] ?? 0)) : "";
}

/** The bracket: a column for each round, with those that are not paired yet.
 * @param {{card: TournamentSummary, stage: number, group: number}} props
 */
function Bracket({ card, stage, group }) {
  const columns = bracketColumns(card, stage, group);
  return html`<h3 id="tn-bracket">${t("tournament.bracket")}</h3>
    <div class="tn-wide"><ol class="tn-bracket" aria-labelledby="tn-bracket">${columns.map(({ name, round, slots }, at) => html`<li key=${at} class=${slots.length === 2 * (columns[at + 1]?.slots.length ?? 0) ? "joins" : ""}>
      <h4>${name}</h4>
      <ol>${slots.map((slot, number) => html`<li key=${number}><${BracketSlot} card=${card} round=${round} slot=${slot} /></li>`)}</ol></li>`)}</ol></div>`;
}

/** @param {{card: TournamentSummary, round: number, slot: Slot}} props */
function BracketSlot({ card, round, slot: { entrants, table } }) {
  if (entrants.length === 0) return html`<p class="tn-slot soft">${t("tournament.bracket.waits")}</p>`;
  return html`<div class=${`tn-slot${entrants.includes(card.yours.entrant ?? 0) ? " own" : ""}`}>
    ${entrants.map((number, seat) => html`<p key=${number} class=${table?.result?.places[seat] === 1 ? "won" : ""}><${EntrantLink} card=${card} number=${number} />
      <span>${table?.result && (table.won ?? table.result.points)[seat]}</span></p>`)}
    ${table ? html`<a href=${`#rounds/${round}/${table.table}`}>${t("tournament.table", { table: table.table })}</a>` : html`<span class="soft">${t("tournament.note.bye")}</span>`}
  </div>`;
}

/** Returns the rounds of a bracket with their slots from top to bottom. Seeds 1 and 2 are in different halves.
 * @param {TournamentSummary} card @param {number} stage @param {number} group
 * @returns {{name: string, round: number, slots: Slot[]}[]}
 */
function bracketColumns(card, stage, group) {
  const seeds = card.stages[stage]?.[group] ?? [];
  const places = bracketSeeds(seeds.length);
  const place = (/** @type {Slot} */ { entrants }) => places.indexOf(seeds.indexOf(entrants[0] ?? 0));
  const columns = card.rounds.filter((round) => round.stage === stage).map((round) => {
    const tables = round.tables.filter((table) => (table.group ?? 0) === group).map((table) => ({ entrants: table.entrants, table }));
    const byes = round.byes.filter((one) => seeds.includes(one)).map((one) => ({ entrants: [one], table: null }));
    return { name: round.name ? stageName(round.name) : "", round: round.round, slots: /** @type {Slot[]} */ ([...tables, ...byes]).sort((a, b) => place(a) - place(b)) };
  });
  for (let left = (columns.at(-1)?.slots.length ?? 0) / 2; left >= 1 && Number.isInteger(left); left /= 2) {
    columns.push({ name: stageName({ code: NAMES[left] ?? "last", number: NAMES[left] ? 0 : 2 * left }), round: 0, slots: Array(left).fill({ entrants: [], table: null }) });
  }
  return columns;
}

/** Returns the seeds of a bracket from top to bottom, numbered from 0: 0, 7, 3, 4, 1, 6, 2, 5.
 * @param {number} entrants
 */
function bracketSeeds(entrants) {
  let order = [0];
  while (order.length < entrants) {
    const all = 2 * order.length - 1;
    order = order.flatMap((seed) => [seed, all - seed]);
  }
  return order;
}
