/** Reports the result of a table played elsewhere: one player reports it and the others confirm it. */

import { html, useState } from "../../dom.js";
import { useTask } from "../../ui/task.js";
import { t } from "../../words/words.js";
import { postChange } from "./summary.js";
import { entrantName } from "./people.js";
import { WinnerField, interpretResult } from "./places.js";
import { Refusal } from "./refusal.js";

/**
 * @typedef {import("../../types.d.ts").TournamentSummary} TournamentSummary
 * @typedef {import("../../types.d.ts").TableCard} TableCard
 */

/** The number of the staff among entrant numbers. */
const STAFF = 0;

/** @param {{card: TournamentSummary, round: import("../../types.d.ts").RoundCard, table: TableCard, onCard: (card: TournamentSummary) => void}} props */
export function Report({ card, round, table, onCard }) {
  const [points, setPoints] = useState(/** @type {string[]} */ ([]));
  const [named, setNamed] = useState(/** @type {number | null} */ (null));
  const [other, setOther] = useState(false);
  const { busy, trouble, run } = useTask();
  const by = speakerFor(card, table);
  if (by === null) return null;
  const at = `rounds/${round.round}/tables/${table.table}`;
  const told = interpretResult(card, table.entrants.map((_, seat) => points[seat] ?? ""), named);
  const report = run(async () => {
    onCard(await postChange(card.id, `${at}/result`, { points: told.numbers, places: told.places, ...(table.game && { game: table.game }) }));
    setOther(false);
  });
  const confirm = run(async () => onCard(await postChange(card.id, `${at}/confirmations${table.game ? `?game=${table.game}` : ""}`)));
  const confirmed = (table.confirmed ?? []).includes(by);
  if (table.reported && !other) {
    return html`<div class="tn-report">
      ${confirmed ? html`<p role="status">${t("tournament.report.confirmed")}</p>` : html`<button type="button" class="primary" aria-busy=${busy} onClick=${confirm}>${t("tournament.report.confirm")}</button>`}
      <button type="button" onClick=${() => setOther(true)}>${t("tournament.report.other")}</button>
      <${Refusal} error=${trouble} />
    </div>`;
  }
  const legend = `report-${round.round}-${table.table}`;
  return html`<form class="tn-report" novalidate aria-labelledby=${legend} onSubmit=${report}>
    <h4 id=${legend}>${table.game ? t("tournament.report.game", { game: table.game }) : t("tournament.report.title")}</h4>
    <p class="soft">${t(card.one_winner ? "tournament.report.help.winner" : "tournament.report.help")}</p>
    ${table.entrants.map((number, seat) => html`<label key=${number} class="tn-report-seat"><span>${entrantName(card, number)}</span>
      <input inputmode="numeric" pattern="[0-9]*" maxlength="5" autocomplete="off" aria-label=${t("tournament.report.points_of", { name: entrantName(card, number) })}
        value=${points[seat] ?? ""} onInput=${(/** @type {any} */ event) => setPoints(replaceAt(points, seat, event.target.value.trim()))} /></label>`)}
    ${card.one_winner && html`<${WinnerField} card=${card} table=${table} winner=${told.winner} onChange=${setNamed} />`}
    <${Refusal} error=${trouble} />
    <div class="row">
      <button class="primary" aria-busy=${busy} disabled=${!told.ready}>${t("tournament.report.send")}</button>
      ${other && html`<button type="button" class="plain" onClick=${() => setOther(false)}>${t("common.cancel")}</button>`}
    </div>
  </form>`;
}

/** Returns for whom the user may report at a table: their own entrant number, 0 for the staff (which speaks for guests), or null if the user may not.
 * @param {TournamentSummary} card
 * @param {TableCard} table
 * @returns {number | null}
 */
export function speakerFor(card, table) {
  const own = card.yours.entrant;
  if (own !== null && table.entrants.includes(own)) return own;
  return card.yours.referee && confirmersOf(card, table).includes(STAFF) ? STAFF : null;
}

/** Returns the numbers of the entrants whose confirmation a result needs. The staff confirms for guests.
 * @param {TournamentSummary} card
 * @param {TableCard} table
 * @returns {number[]}
 */
export function confirmersOf(card, table) {
  return table.entrants.map((one) => (card.entrants[one - 1].guest ? STAFF : one));
}

/** @param {string[]} list @param {number} at @param {string} value */
function replaceAt(list, at, value) {
  const next = [...list];
  next[at] = value;
  return next;
}
