/** Tables set by hand: the entrant of each seat is chosen from a list, and each entrant has only one seat. */

import { html } from "../../../dom.js";
import { Badge } from "../../../ui/seat_badge.js";
import { t } from "../../../words/words.js";
import { nameWithNumber } from "../people.js";

/** @typedef {import("../../../types.d.ts").TournamentSummary} TournamentSummary */

/** Returns the tables with an entrant moved to a seat. The entrant who had the seat takes the one that becomes free. 0 means an empty seat.
 * @param {number[][]} tables
 * @param {number} table
 * @param {number} seat
 * @param {number} entrant
 * @returns {number[][]}
 */
export function moveEntrant(tables, table, seat, entrant) {
  const before = tables[table]?.[seat] ?? 0;
  return tables.map((one, at) => one.map((who, place) => (at === table && place === seat ? entrant : who === entrant && who !== 0 ? before : who)));
}

/** Returns the tables without empty seats and empty tables, as they are sent.
 * @param {number[][]} tables
 * @returns {number[][]}
 */
export const dropEmpty = (tables) => tables.map((table) => table.filter((who) => who !== 0)).filter((table) => table.length > 0);

/** @param {{card: TournamentSummary, tables: number[][], people: number[], onChange: (tables: number[][]) => void}} props */
export function ByHand({ card, tables, people, onChange }) {
  return html`<div class="desk-hands">${tables.map((table, at) => html`<fieldset key=${at}>
    <legend>${t("desk.hand.table", { number: at + 1 })}</legend>
    <div class="desk-hand-seats">${table.map((who, seat) => html`<label key=${seat}><span><${Badge} seat=${seat} /> ${t("desk.hand.seat", { seat: seat + 1 })}</span>
      <select onChange=${(/** @type {any} */ event) => onChange(moveEntrant(tables, at, seat, Number(event.target.value)))}>
        <option value="0" selected=${who === 0}>${t("desk.hand.nobody")}</option>
        ${people.map((one) => html`<option key=${one} value=${one} selected=${one === who}>${nameWithNumber(card, one)}</option>`)}
      </select></label>`)}</div>
    <div class="row">
      ${table.length < 4 && html`<button type="button" class="plain" onClick=${() => onChange(tables.map((one, other) => (other === at ? [...one, 0] : one)))}>${t("desk.hand.more")}</button>`}
      <button type="button" class="plain" onClick=${() => onChange(tables.filter((_, other) => other !== at))}>${t("desk.hand.free", { number: at + 1 })}</button>
    </div>
  </fieldset>`)}</div>`;
}
