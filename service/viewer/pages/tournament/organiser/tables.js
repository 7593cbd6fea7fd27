/** The tables of a round as the staff sees them: the state and clocks of each, and buttons to intervene. */

import { html, useState } from "../../../dom.js";
import { Badge } from "../../../ui/seat_badge.js";
import { t } from "../../../words/words.js";
import { roundName } from "../../../ui/stage_name.js";
import { Games, latestGame } from "../games.js";
import { nameWithNumber } from "../people.js";
import { speakerFor } from "../report.js";
import { stateText } from "../table.js";
import { TableResultForm } from "./table_result.js";
import { Clock } from "./clock.js";
import { Ruling } from "./ruling.js";
import { MoreTime } from "./more_time.js";
import { useRunningMatches } from "./running_matches.js";

/**
 * @typedef {import("../../../types.d.ts").TournamentSummary} TournamentSummary
 * @typedef {import("../../../types.d.ts").TableCard} TableCard
 * @typedef {{card: TournamentSummary, acts: import("./staff_changes.js").StaffChanges}} Props
 */

/** @param {Props} props */
export function Tables({ card, acts }) {
  const [number, setNumber] = useState(0);
  const [chosen, setChosen] = useState({ table: 0, what: "" });
  const round = card.rounds[(number || card.rounds.length) - 1];
  const playing = (round?.tables ?? []).filter((one) => one.status === "running" && !one.result).flatMap((one) => one.match ?? []);
  const { watched, again } = useRunningMatches(playing);
  if (!round) return null;
  const table = round.tables.find((one) => one.table === chosen.table);
  const at = `rounds/${round.round}/tables`;
  const close = () => setChosen({ table: 0, what: "" });
  return html`${card.rounds.length > 1 && html`<label class="desk-pick">${t("tournament.rounds.which")} <select onChange=${(/** @type {any} */ event) => setNumber(Number(event.target.value))}>
      ${card.rounds.map((one) => html`<option key=${one.round} value=${one.round} selected=${one.round === round.round}>${roundName(one)}</option>`)}
    </select></label>`}
    <ul class="desk-tables">${round.tables.map((one) => html`<${OneTable} key=${`${round.round}/${one.table}`} card=${card} acts=${acts} round=${round} table=${one}
      watched=${watched.get(one.match ?? "")}
      onPause=${(/** @type {boolean} */ paused) => acts.act(`${at}/${one.table}/pauses`, { paused }, { then: again, unrecorded: true, confirmation: t(paused ? "desk.done.paused" : "desk.done.resumed", { table: one.table }) })}
      onChoose=${(/** @type {string} */ what) => setChosen({ table: one.table, what })} />`)}</ul>
    ${table && chosen.what === "rule" && html`<${Ruling} card=${card} acts=${acts} round=${round.round} table=${table} onClose=${close} />`}
    ${table && chosen.what === "time" && html`<${MoreTime} card=${card} acts=${acts} round=${round.round} table=${latestGame(table)} onClose=${() => (close(), again())} />`}`;
}

/** @param {Props & {round: import("../../../types.d.ts").RoundCard, table: TableCard, watched: import("./running_matches.js").RunningMatch | undefined, onPause: (paused: boolean) => any, onChoose: (what: string) => void}} props */
function OneTable({ card, acts, round, table, watched, onPause, onChoose }) {
  const started = round.progress !== "paired";
  const outcome = table.result ?? (table.games ? undefined : table.reported);
  const seats = latestGame(table).entrants;
  const playing = started && !table.result && Boolean(table.match);
  const paused = watched?.match.paused ?? false;
  const named = { table: table.table };
  const entering = started && card.plan.elsewhere && !table.result && card.phase === "running" && speakerFor(card, latestGame(table)) !== null;
  const reported = entering && Boolean(latestGame(table).reported);
  return html`<li class="desk-table"><h4>${t("tournament.table", named)}</h4>
    ${entering ? html`<${TableResultForm} key=${table.games?.length ?? 0} card=${card} acts=${acts} round=${round.round} table=${table} />` : html`<ol class="desk-seats">${table.entrants.map((number, seat) => html`<li key=${number}><${Badge} seat=${seat} /> <span>${nameWithNumber(card, number)}</span>
      ${(outcome || table.won) && html`<b>${table.won ? table.won[seat] : outcome?.points[seat]}</b>`}
      ${outcome && html` <span class="soft">${t("desk.table.place", { place: outcome.places[seat] })}</span>`}
      ${playing && watched && html`<${Clock} watched=${watched} seat=${seats.indexOf(number)} />`}</li>`)}</ol>`}
    <${Games} table=${table} />
    ${(!entering || reported) && html`<p class="soft">${paused ? t("desk.table.paused") : stateText(card, round, table)}</p>`}
    <div class="row">
      ${started && table.match && !(table.games && table.result) && html`<a class="button" href=${table.result ? `/replay/${table.match}` : `/matches/${table.match}`}
        aria-label=${table.result ? t("tournament.table.replay_of", named) : t("tournament.table.watch_of", named)}>${table.result ? t("tournament.table.replay") : t("tournament.table.watch")}</a>`}
      ${playing && html`<button type="button" aria-busy=${acts.busy} aria-label=${t(paused ? "desk.table.resume_of" : "desk.table.pause_of", named)}
        onClick=${onPause(!paused)}>${t(paused ? "desk.table.resume" : "desk.table.pause")}</button>`}
      ${playing && card.plan.clock && html`<button type="button" aria-haspopup="dialog" aria-label=${t("desk.table.time_of", named)} onClick=${() => onChoose("time")}>${t("desk.table.time")}</button>`}
      ${started && html`<button type="button" class="desk-apart" aria-haspopup="dialog" aria-label=${t(table.result ? "desk.table.correct_of" : "desk.table.rule_of", named)}
        onClick=${() => onChoose("rule")}>${t(table.result ? "desk.table.correct" : "desk.table.rule")}</button>`}
    </div>
  </li>`;
}
