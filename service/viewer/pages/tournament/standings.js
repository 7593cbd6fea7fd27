/** The standings of a stage, now or after an earlier round. Every number opens its explanation. */

import { html, useEffect, useState } from "../../dom.js";
import { read, request, readText } from "../../api/api.js";
import { t } from "../../words/words.js";
import { groupName, stageName } from "../../ui/stage_name.js";
import { LateCorrections } from "./changes_since_draw.js";
import { Drawing } from "./drawings.js";
import { formatAmount } from "./numbers.js";
import { EntrantLink, entrantName } from "./people.js";
import { tieName } from "./plan.js";
import { Terms } from "./terms.js";
import { Refusal } from "./refusal.js";

/**
 * @typedef {import("../../types.d.ts").TournamentSummary} TournamentSummary
 * @typedef {import("../../types.d.ts").TournamentStandings} TournamentStandings
 * @typedef {import("../../types.d.ts").StandingLine} StandingLine
 * @typedef {import("../../types.d.ts").StandingValue} StandingValue
 * @typedef {{round: number, entry: number}} Close a round, and the log entry that closed it
 */

/** The largest number of terms shown beside a score. */
const FEW = 6;

/** @param {{card: TournamentSummary}} props */
export function StandingsPart({ card }) {
  const [stage, setStage] = useState(/** @type {number | null} */ (null));
  const [after, setAfter] = useState(0);
  const [found, setFound] = useState(/** @type {TournamentStandings | null} */ (null));
  const [trouble, setTrouble] = useState(/** @type {unknown} */ (null));
  const [asked, setAsked] = useState(/** @type {{line: StandingLine, value: StandingValue} | null} */ (null));
  const begun = card.stages.length;
  const wanted = stage ?? begun - 1;
  useEffect(() => {
    if (begun === 0) return;
    const leaving = new AbortController();
    readStandings(card, wanted, after, leaving.signal).then(
      (answer) => (setFound(answer), setTrouble(null)),
      (error) => leaving.signal.aborted || setTrouble(error),
    );
    return () => leaving.abort();
  }, [card.id, card.version, wanted, after]);
  const over = card.phase === "finished" && after === 0;
  const alone = card.plan.stages.length === 1 && card.stages[0]?.length === 1 && card.plan.stages[0]?.method !== "elimination";
  const closed = card.rounds.filter((round) => round.progress === "closed");
  const stages = card.stages.map((_, number) => number).filter((number) => number === wanted || card.rounds.some((round) => round.stage === number && (after === 0 || round.round <= after)));
  return html`<section class="tn-section" aria-labelledby="tn-standings">
    <h2 id="tn-standings">${t("tournament.section.standings")}</h2>
    ${begun === 0
      ? html`<p class="soft">${t("tournament.standings.none")}</p>`
      : html`<div class="row tn-choices">
          ${begun > 1 && html`<label><span>${t("tournament.standings.stage")}</span> <select value=${wanted} onChange=${(/** @type {any} */ event) => setStage(Number(event.target.value))}>
            ${stages.map((number) => html`<option key=${number} value=${number}>${stageName(card.stage_names[number])}</option>`)}</select></label>`}
          ${closed.length > 0 && html`<label><span>${t("tournament.standings.as_of")}</span> <select value=${after}
            onChange=${(/** @type {any} */ event) => (setAfter(Number(event.target.value)), setStage(null))}>
            <option value="0">${t("tournament.standings.now")}</option>
            ${closed.map((one) => html`<option key=${one.round} value=${one.round}>${t("tournament.standings.after", { round: one.round })}</option>`)}</select></label>`}
        </div>
        <${Refusal} error=${trouble} again=${() => setAfter(0)} />
        ${found && html`${over && !alone && html`<${Final} card=${card} found=${found} over=${true} />`}
          <${LateCorrections} corrections=${found.corrections} />
          <p class="soft">${t("tournament.standings.help")}</p>
          <label class="tn-ties"><input type="checkbox" /> ${t("tournament.standings.ties")}</label>
          ${card.plan.stages[found.stage ?? 0]?.method === "elimination" && html`<p class="soft">${t("tournament.standings.bracket")}</p>`}
          ${found.groups.map((group) => html`<${Group} key=${group.group} card=${card} stage=${found.stage ?? 0} group=${group} many=${found.groups.length > 1} final=${over && alone} drawn=${after === 0}
            onAsk=${(/** @type {StandingLine} */ line, /** @type {StandingValue} */ value) => setAsked({ line, value })} />`)}
          ${!over && html`<${Final} card=${card} found=${found} over=${false} />`}`}`}
    ${asked && html`<${Terms} card=${card} line=${asked.line} value=${asked.value} onClose=${() => setAsked(null)} />`}
  </section>`;
}

/** Reads the standings now or after a round, with explanations.
 * @param {TournamentSummary} card
 * @param {number} stage
 * @param {number} after
 * @param {AbortSignal} signal
 * @returns {Promise<TournamentStandings>}
 */
async function readStandings(card, stage, after, signal) {
  const entry = after === 0 ? null : (await readClosings(card, signal)).find((one) => one.round === after)?.entry;
  const last = after === 0 ? stage : Math.min(stage, card.rounds[after - 1]?.stage ?? stage);
  return read(`/tournaments/${card.id}/standings`, { explain: true, stage: last, as_of: entry }, signal);
}

/** Reads the entries that closed rounds, latest first, so that the last closing counts if a round was closed twice.
 * @param {TournamentSummary} card
 * @param {AbortSignal} signal
 * @returns {Promise<Close[]>}
 */
async function readClosings(card, signal) {
  const log = await readText(await request("GET", card.links.log, { accept: "application/x-ndjson", signal }));
  const entries = log.trim().split("\n").map((line) => JSON.parse(line));
  return entries.filter((one) => one.e?.t === "round-closed").map((one) => ({ round: one.e.round, entry: one.n })).reverse();
}

/** @param {{card: TournamentSummary, stage: number, group: {group: number, lines: StandingLine[]}, many: boolean, final: boolean, drawn: boolean, onAsk: (line: StandingLine, value: StandingValue) => void}} props */
function Group({ card, stage, group, many, final, drawn, onAsk }) {
  const codes = group.lines[0]?.ties.map((value) => value.code) ?? [];
  return html`<div class="tn-wide"><table class="tn-table tn-standings" role="table">
    <caption>${final ? t("tournament.standings.final") : t("tournament.standings.caption", { stage: stageName(card.stage_names[stage]) })}${many && `, ${groupName(group.group)}`}</caption>
    <thead role="rowgroup"><tr role="row">
      <th role="columnheader" scope="col" class="tn-number">${t("tournament.column.place")}</th>
      <th role="columnheader" scope="col">${t("tournament.column.name")}</th>
      <th role="columnheader" scope="col" class="tn-number">${t("tournament.column.played")}</th>
      <th role="columnheader" scope="col" class="tn-number">${t("tournament.tie.PTS")}</th>
      ${codes.map((code, at) => html`<th key=${at} role="columnheader" scope="col" class="tn-number"><abbr title=${tieName(code)}>${code}</abbr></th>`)}
    </tr></thead>
    <tbody role="rowgroup">${group.lines.map((line) => html`<tr key=${line.entrant} role="row" class=${line.entrant === card.yours.entrant ? "own" : ""}>
      <td role="cell" class="tn-number">${line.place}</td>
      <th role="rowheader" scope="row"><${EntrantLink} card=${card} number=${line.entrant} /></th>
      <td role="cell" class="tn-number tn-more" data-label=${t("tournament.column.played")}>${line.played}</td>
      ${[line.score, ...line.ties].map((value, at) => html`<td key=${at} role="cell" class=${`tn-number${at > 0 ? " tn-more" : ""}`} data-label=${at > 0 ? value.code : t("tournament.tie.PTS")}><button type="button" class="plain tn-value"
        aria-label=${t("tournament.standings.explain", { label: tieName(value.code), name: entrantName(card, line.entrant), value: formatAmount(value.amount) })}
        aria-haspopup="dialog" onClick=${() => onAsk(line, value)}>${formatAmount(value.amount)}</button>${at === 0 && html`<small class="tn-sum">${sumText(value)}</small>`}</td>`)}
    </tr>`)}</tbody>
  </table></div>
  ${codes.length > 0 && html`<dl class="tn-legend">${codes.map((code) => html`<div key=${code}><dt>${code}</dt> <dd>${tieName(code)}</dd></div>`)}</dl>`}
  ${drawn && html`<${Drawing} card=${card} stage=${stage} group=${group.group} order=${group.lines.map((line) => line.entrant)} />`}`;
}

/** Returns the terms of a score if they are few: "4 + 1 (bye) + 4".
 * @param {StandingValue} value
 * @returns {string}
 */
export const sumText = ({ terms }) =>
  terms.length <= FEW && (terms.length > 1 || terms[0]?.note === "bye")
    ? terms.map((term) => `${formatAmount(term.amount)}${term.note === "bye" ? ` (${t("tournament.note.bye")})` : ""}`).join(" + ").replaceAll("+ -", "− ")
    : "";

/** The final standings over all stages.
 * @param {{card: TournamentSummary, found: TournamentStandings, over: boolean}} props
 */
function Final({ card, found: { final, groups }, over }) {
  const stages = card.plan.stages.length > 1;
  const scores = new Map(groups.flatMap(({ lines }) => lines.map((line) => [line.entrant, formatAmount(line.score.amount)])));
  if (final.length === 0 || (!stages && !over)) return null;
  return html`<div class="tn-wide"><table class="tn-table">
    <caption>${t(`tournament.standings.${over ? "final" : "so_far"}`)}</caption>
    <thead><tr><th scope="col" class="tn-number">${t("tournament.column.place")}</th><th scope="col">${t("tournament.column.name")}</th>
      ${stages ? html`<th scope="col">${t("tournament.column.stage")}</th>` : html`<th scope="col" class="tn-number">${t("tournament.tie.PTS")}</th>`}</tr></thead>
    <tbody>${final.map((line) => html`<tr key=${line.entrant} class=${line.entrant === card.yours.entrant ? "own" : ""}><td class="tn-number">${line.place}</td>
      <th scope="row"><${EntrantLink} card=${card} number=${line.entrant} /></th>
      ${stages ? html`<td>${stageName(card.stage_names[line.stage])}</td>` : html`<td class="tn-number">${scores.get(line.entrant)}</td>`}</tr>`)}</tbody>
  </table></div>`;
}
