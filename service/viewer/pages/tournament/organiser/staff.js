/** The staff of the tournament, and the form that appoints helpers. */

import { html, useState } from "../../../dom.js";
import { t } from "../../../words/words.js";
import { PlayerLink } from "../people.js";
import { findPlayerId } from "./enter.js";

const ROLES = ["referee", "organiser"];

/** @param {{card: import("../../../types.d.ts").TournamentSummary, acts: import("./staff_changes.js").StaffChanges}} props */
export function Staff({ card, acts }) {
  const [link, setLink] = useState("");
  const [role, setRole] = useState(/** @type {string} */ (ROLES[0]));
  const player = findPlayerId(link);
  return html`<ul class="desk-papers">${card.staff.map((one) => html`<li key=${one.player}><${PlayerLink} player=${one.player} name=${one.name ?? t("common.erased")} />,
      ${" "}${t(`tournament.about.role.${one.role}`)}</li>`)}</ul>
    <form class="desk-line" novalidate onSubmit=${acts.act("staff", { player, role }, { confirmation: t("desk.done.staff"), then: () => setLink("") })}>
      <label class="desk-wide">${t("desk.staff.link")} <input type="text" class="mono" autocomplete="off" spellcheck=${false} value=${link} aria-describedby="desk-staff-help"
        onInput=${(/** @type {any} */ event) => setLink(event.target.value)} /></label>
      <label>${t("desk.staff.role")} <select onChange=${(/** @type {any} */ event) => setRole(event.target.value)}>
        ${ROLES.map((one) => html`<option key=${one} value=${one} selected=${one === role}>${t(`tournament.about.role.${one}`)}</option>`)}</select></label>
      <button aria-busy=${acts.busy} disabled=${!player}>${t("desk.staff.do")}</button>
    </form>
    <p id="desk-staff-help" class="soft">${t("desk.staff.help")}</p>`;
}
