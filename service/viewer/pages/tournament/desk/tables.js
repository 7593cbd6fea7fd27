/** The tables of a round as the staff watches them: how they stand, their clocks, and the way to step in. */

import { html, useState } from "../../../dom.js";
import { Badge } from "../../../ui/seat_badge.js";
import { t } from "../../../words/words.js";
import { Games, latestGame } from "../games.js";
import { entrantName } from "../people.js";
import { Clock } from "./clock.js";
import { Ruling } from "./ruling.js";
import { MoreTime } from "./more_time.js";
import { useWatched } from "./watched.js";

/**
 * @typedef {import("../../../types.d.ts").TournamentSummary} TournamentSummary
 * @typedef {import("../../../types.d.ts").TableCard} TableCard
 * @typedef {{card: TournamentSummary, acts: import("./acting.js").Acts}} Props
 */

/** @param {Props} props */
export function Tables({ card, acts }) {
  const [number, setNumber] = useState(0);
  const [chosen, setChosen] = useState({ table: 0, what: "" });
  const round = card.rounds[(number || card.rounds.length) - 1];
  const playing = (round?.tables ?? []).filter((one) => one.match && !one.result && round?.progress === "started").flatMap((one) => one.match ?? []);
  const { watched, again } = useWatched(playing);
  if (!round) return null;
  const table = round.tables.find((one) => one.table === chosen.table);
  const at = `rounds/${round.round}/tables`;
  const close = () => setChosen({ table: 0, what: "" });
  return html`${card.rounds.length > 1 && html`<label class="desk-pick">${t("tournament.rounds.which")} <select onChange=${(/** @type {any} */ event) => setNumber(Number(event.target.value))}>
      ${card.rounds.map((one) => html`<option key=${one.round} value=${one.round} selected=${one.round === round.round}>${t("tournament.round", { round: one.round })}</option>`)}
    </select></label>`}
    <ul class="desk-tables">${round.tables.map((one) => html`<${OneTable} key=${`${round.round}/${one.table}`} card=${card} table=${one} started=${round.progress !== "paired"}
      watched=${watched.get(one.match ?? "")} busy=${acts.busy}
      onPause=${(/** @type {boolean} */ paused) => acts.act(`${at}/${one.table}/pauses`, { paused }, { then: again, unrecorded: true, done: t(paused ? "desk.done.paused" : "desk.done.resumed", { table: one.table }) })}
      onChoose=${(/** @type {string} */ what) => setChosen({ table: one.table, what })} />`)}</ul>
    ${table && chosen.what === "rule" && html`<${Ruling} card=${card} acts=${acts} round=${round.round} table=${table} onClose=${close} />`}
    ${table && chosen.what === "time" && html`<${MoreTime} card=${card} acts=${acts} round=${round.round} table=${latestGame(table)} onClose=${() => (close(), again())} />`}`;
}

/** @param {{card: TournamentSummary, table: TableCard, started: boolean, watched: import("./watched.js").Watched | undefined, busy: boolean, onPause: (paused: boolean) => any, onChoose: (what: string) => void}} props */
function OneTable({ card, table, started, watched, busy, onPause, onChoose }) {
  const outcome = table.result ?? (table.games ? undefined : table.reported);
  const seats = latestGame(table).entrants;
  const playing = started && !table.result && Boolean(table.match);
  const paused = watched?.match.paused ?? false;
  const named = { table: table.table };
  return html`<li class="desk-table"><h4>${t("tournament.table", named)}</h4>
    <ol class="desk-seats">${table.entrants.map((number, seat) => html`<li key=${number}><${Badge} seat=${seat} /> <span>${entrantName(card, number)}</span>
      ${(outcome || table.won) && html`<b>${table.won ? table.won[seat] : outcome?.points[seat]}</b>`}
      ${outcome && html` <span class="soft">${t("desk.table.place", { place: outcome.places[seat] })}</span>`}
      ${playing && watched && html`<${Clock} watched=${watched} seat=${seats.indexOf(number)} />`}</li>`)}</ol>
    <${Games} table=${table} />
    <p class="soft">${stateOf(card, table, started, paused)}</p>
    <div class="row">
      ${started && table.match && !(table.games && table.result) && html`<a class="button" href=${table.result ? `/replay/${table.match}` : `/matches/${table.match}`}
        aria-label=${table.result ? t("tournament.table.replay_of", named) : t("tournament.table.watch_of", named)}>${table.result ? t("tournament.table.replay") : t("tournament.table.watch")}</a>`}
      ${playing && html`<button type="button" aria-busy=${busy} aria-label=${t(paused ? "desk.table.resume_of" : "desk.table.pause_of", named)}
        onClick=${onPause(!paused)}>${t(paused ? "desk.table.resume" : "desk.table.pause")}</button>`}
      ${playing && card.plan.clock && html`<button type="button" aria-haspopup="dialog" aria-label=${t("desk.table.time_of", named)} onClick=${() => onChoose("time")}>${t("desk.table.time")}</button>`}
      ${started && html`<button type="button" aria-haspopup="dialog" aria-label=${t(table.result ? "desk.table.correct_of" : "desk.table.rule_of", named)}
        onClick=${() => onChoose("rule")}>${t(table.result ? "desk.table.correct" : "desk.table.rule")}</button>`}
    </div>
  </li>`;
}

/** How a table stands, in a few words.
 * @param {TournamentSummary} card @param {TableCard} table @param {boolean} started @param {boolean} paused
 */
function stateOf(card, table, started, paused) {
  if (table.result) return table.result.kind === "ruled" ? t("tournament.table.ruled") : t("tournament.table.played");
  if (card.phase === "cancelled") return t("tournament.table.called_off");
  if (!started) return t("tournament.table.waits");
  if (table.reported) return t("tournament.table.unconfirmed");
  if (card.plan.elsewhere || !table.match) return t("tournament.table.no_result");
  if (paused) return t("desk.table.paused");
  return table.status === "finished" ? t("tournament.table.arriving") : t("tournament.table.playing");
}
