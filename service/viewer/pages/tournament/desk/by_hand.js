/** Tables set by hand: who sits where is chosen from lists, and nobody sits twice. */

import { html } from "../../../dom.js";
import { Badge } from "../../../ui/seat_badge.js";
import { t } from "../../../words/words.js";
import { numbered } from "../people.js";

/** @typedef {import("../../../types.d.ts").TournamentSummary} TournamentSummary */

/** Tables in which somebody has another seat; whoever sat there takes the seat that becomes free. 0 is nobody.
 * @param {number[][]} tables
 * @param {number} table
 * @param {number} seat
 * @param {number} entrant
 * @returns {number[][]}
 */
export function reseated(tables, table, seat, entrant) {
  const before = tables[table]?.[seat] ?? 0;
  return tables.map((one, at) => one.map((who, place) => (at === table && place === seat ? entrant : who === entrant && who !== 0 ? before : who)));
}

/** Tables as they are sent: without empty seats, and without tables at which nobody sits.
 * @param {number[][]} tables
 * @returns {number[][]}
 */
export const filled = (tables) => tables.map((table) => table.filter((who) => who !== 0)).filter((table) => table.length > 0);

/** @param {{card: TournamentSummary, tables: number[][], people: number[], onChange: (tables: number[][]) => void}} props */
export function ByHand({ card, tables, people, onChange }) {
  return html`<div class="desk-hands">${tables.map((table, at) => html`<fieldset key=${at}>
    <legend>${t("desk.hand.table", { number: at + 1 })}</legend>
    <div class="desk-hand-seats">${table.map((who, seat) => html`<label key=${seat}><span><${Badge} seat=${seat} /> ${t("desk.hand.seat", { seat: seat + 1 })}</span>
      <select onChange=${(/** @type {any} */ event) => onChange(reseated(tables, at, seat, Number(event.target.value)))}>
        <option value="0" selected=${who === 0}>${t("desk.hand.nobody")}</option>
        ${people.map((one) => html`<option key=${one} value=${one} selected=${one === who}>${numbered(card, one)}</option>`)}
      </select></label>`)}</div>
    <div class="row">
      ${table.length < 4 && html`<button type="button" class="plain" onClick=${() => onChange(tables.map((one, other) => (other === at ? [...one, 0] : one)))}>${t("desk.hand.more")}</button>`}
      <button type="button" class="plain" onClick=${() => onChange(tables.filter((_, other) => other !== at))}>${t("desk.hand.free", { number: at + 1 })}</button>
    </div>
  </fieldset>`)}</div>`;
}
