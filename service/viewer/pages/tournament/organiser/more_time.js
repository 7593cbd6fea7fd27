/** The dialog that gives more time to one seat of a table or to all. */

import { html, useState } from "../../../dom.js";
import { Dialog } from "../../../ui/dialog.js";
import { t } from "../../../words/words.js";
import { entrantName } from "../people.js";
import { StaffMessage } from "./staff_changes.js";

/**
 * @typedef {import("../../../types.d.ts").TournamentSummary} TournamentSummary
 * @typedef {import("../../../types.d.ts").TableCard} TableCard
 */

/** @param {{card: TournamentSummary, acts: import("./staff_changes.js").StaffChanges, round: number, table: TableCard, onClose: () => void}} props */
export function MoreTime({ card, acts, round, table, onClose }) {
  const [sent, setSent] = useState(false);
  const [minutes, setMinutes] = useState("5");
  const [seat, setSeat] = useState(-1);
  const seconds = Math.round(60 * (Number(minutes.replace(",", ".")) || 0));
  const body = { seconds, cause: "time", ...(seat >= 0 && { seat }) };
  const send = acts.act(`rounds/${round}/tables/${table.table}/extensions`, body, { then: onClose, unrecorded: true, confirmation: t("desk.done.time") });
  return html`<${Dialog} title=${t("desk.time.title", { table: table.table })} open=${true} onClose=${onClose}>
    <form class="desk-dialog" novalidate onSubmit=${(/** @type {Event} */ event) => (setSent(true), send(event))}>
      <label class="desk-field">${t("desk.time.who")} <select onChange=${(/** @type {any} */ event) => setSeat(Number(event.target.value))}>
        <option value="-1" selected=${seat < 0}>${t("desk.time.all")}</option>
        ${table.entrants.map((number, at) => html`<option key=${number} value=${at} selected=${at === seat}>${entrantName(card, number)}</option>`)}</select></label>
      <label class="desk-field">${t("desk.time.minutes")} <input type="number" min="0" step="any" value=${minutes} onInput=${(/** @type {any} */ event) => setMinutes(event.target.value)} /></label>
      <button class="primary" aria-busy=${acts.busy} disabled=${seconds < 1}>${t("desk.time.do")}</button>
      ${sent && html`<${StaffMessage} of=${acts} />`}
    </form>
  <//>`;
}
