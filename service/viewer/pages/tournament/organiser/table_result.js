/** The form at a table for a result from elsewhere. Points are typed beside the seats, and Enter leads to the next table. */

import { html, useState } from "../../../dom.js";
import { Badge } from "../../../ui/seat_badge.js";
import { t } from "../../../words/words.js";
import { latestGame } from "../games.js";
import { nameWithNumber } from "../people.js";
import { WinnerField, interpretResult } from "../places.js";
import { speakerFor } from "../report.js";

/**
 * @typedef {import("../../../types.d.ts").TournamentSummary} TournamentSummary
 * @typedef {import("../../../types.d.ts").TableCard} TableCard
 */

/** @param {{card: TournamentSummary, acts: import("./staff_changes.js").StaffChanges, round: number, table: TableCard}} props */
export function TableResultForm({ card, acts, round, table: whole }) {
  const table = latestGame(whole);
  const [points, setPoints] = useState(() => table.entrants.map(() => ""));
  const [named, setNamed] = useState(/** @type {number | null} */ (null));
  const [other, setOther] = useState(false);
  const at = `rounds/${round}/tables/${table.table}`;
  const said = { table: table.table };
  if (table.reported && !other) {
    const confirmed = (table.confirmed ?? []).includes(speakerFor(card, table) ?? -1);
    const { reported } = table;
    return html`<ol class="desk-seats">${table.entrants.map((number, seat) => html`<li key=${number}><${Badge} seat=${seat} /> <span>${nameWithNumber(card, number)}</span>
        <b>${reported.points[seat]}</b> <span class="soft">${t("desk.table.place", { place: reported.places[seat] })}</span></li>`)}</ol>
      <div class="row">${!confirmed && html`<button type="button" class="primary" aria-busy=${acts.busy} aria-label=${t("desk.result.confirm_of", said)}
          onClick=${acts.act(`${at}/confirmations${table.game ? `?game=${table.game}` : ""}`, undefined, { confirmation: t("desk.done.confirmed", said) })}>${t("tournament.report.confirm")}</button>`}
        <button type="button" onClick=${() => setOther(true)}>${t("tournament.report.other")}</button></div>`;
  }
  const { complete, numbers, winner, places, ready } = interpretResult(card, points, named);
  const body = { points: numbers, places, ...(table.game && { game: table.game }) };
  const send = acts.act(`${at}/result`, body, { confirmation: t("desk.done.result", said), then: () => (setOther(false), focusNextTable(at)) });
  return html`<form class="desk-result" id=${`desk-${at}`} novalidate onSubmit=${(/** @type {Event} */ event) => (ready ? void send(event) : event.preventDefault())}>
    <p class="desk-result-seat soft" aria-hidden="true"><span></span> ${t("tournament.report.points")}</p>
    ${table.entrants.map((number, seat) => html`<label key=${number} class="desk-result-seat"><span><${Badge} seat=${seat} /> ${nameWithNumber(card, number)}</span>
      <input type="text" inputmode="numeric" maxlength="5" autocomplete="off" aria-label=${t("tournament.report.points_of", { name: nameWithNumber(card, number) })} value=${points[seat]}
        onInput=${(/** @type {any} */ event) => setPoints(points.map((one, place) => (place === seat ? event.target.value.trim() : one)))} /></label>`)}
    ${card.one_winner && complete && html`<${WinnerField} card=${card} table=${table} winner=${winner} onChange=${setNamed} />`}
    <div class="row"><button class=${complete ? "primary" : ""} aria-busy=${acts.busy} disabled=${!ready} aria-label=${t("desk.result.do_of", said)}>${t("desk.result.do")}</button>
      ${other && html`<button type="button" class="plain" onClick=${() => setOther(false)}>${t("common.cancel")}</button>`}</div>
  </form>`;
}

/** Moves the focus to the first empty field of another table, if there is one.
 * @param {string} done the table whose result was just completed
 */
function focusNextTable(done) {
  for (const form of document.querySelectorAll(".desk-result")) {
    const empty = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll(".desk-result-seat input")]).find((one) => !one.value);
    if (form.id !== `desk-${done}` && empty) return empty.focus();
  }
}
