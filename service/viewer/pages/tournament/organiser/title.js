/** The form for the title, description and planned start of a tournament. */

import { html, useState } from "../../../dom.js";
import { MomentField } from "../../../forms/moment_field.js";
import { t } from "../../../words/words.js";

/** @param {{card: import("../../../types.d.ts").TournamentSummary, acts: import("./staff_changes.js").StaffChanges}} props */
export function TitleForm({ card, acts }) {
  const [title, setTitle] = useState(card.title);
  const [description, setDescription] = useState(card.description);
  const [starts_at, setStart] = useState(card.starts_at);
  return html`<form class="lobby-form" novalidate onSubmit=${acts.act("words", { title, description, starts_at }, { put: true, confirmation: t("desk.done.words") })}>
    <div class="lobby-field"><label for="desk-title">${t("desk.words.title")}</label><input id="desk-title" type="text" maxlength="80" value=${title}
      onInput=${(/** @type {any} */ event) => setTitle(event.target.value)} /></div>
    <div class="lobby-field"><label for="desk-description">${t("desk.words.description")}</label><textarea id="desk-description" rows="4" maxlength="4000" value=${description}
      onInput=${(/** @type {any} */ event) => setDescription(event.target.value)}></textarea></div>
    <${MomentField} at="desk-start" label=${t("tournament.start.field")} help=${t("tournament.start.help")} value=${starts_at} onChange=${setStart} />
    <button aria-busy=${acts.busy} disabled=${!title.trim()}>${t("desk.words.do")}</button>
  </form>`;
}
