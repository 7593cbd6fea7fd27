/** Pairs of entrants who must not meet. */

import { html, useState } from "../../../dom.js";
import { t } from "../../../words/words.js";
import { nameWithNumber } from "../people.js";

/** @typedef {import("../../../types.d.ts").TournamentSummary} TournamentSummary */

/** @param {{card: TournamentSummary, acts: import("./staff_changes.js").StaffChanges}} props */
export function Forbidden({ card, acts }) {
  const [one, setOne] = useState(0);
  const [other, setOther] = useState(0);
  const clear = () => (setOne(0), setOther(0));
  return html`<section aria-labelledby="desk-forbidden">
    <h4 id="desk-forbidden">${t("desk.forbidden")}</h4>
    <p class="soft">${t("desk.forbidden.help")}</p>
    ${card.forbidden.length > 0 && html`<ul class="desk-papers">${card.forbidden.map(([a, b]) => html`<li key=${`${a}-${b}`}>${nameWithNumber(card, a)} – ${nameWithNumber(card, b)}</li>`)}</ul>`}
    <form class="desk-line" novalidate onSubmit=${acts.act("forbidden", { entrants: [one, other] }, { confirmation: t("desk.done.forbidden"), then: clear })}>
      <${Choice} card=${card} label=${t("desk.forbidden.one")} value=${one} onChange=${setOne} />
      <${Choice} card=${card} label=${t("desk.forbidden.other")} value=${other} onChange=${setOther} />
      <button aria-busy=${acts.busy} disabled=${!one || !other || one === other}>${t("desk.forbidden.do")}</button>
    </form>
  </section>`;
}

/** @param {{card: TournamentSummary, label: string, value: number, onChange: (number: number) => void}} props */
function Choice({ card, label, value, onChange }) {
  return html`<label>${label} <select onChange=${(/** @type {any} */ event) => onChange(Number(event.target.value))}>
    <option value="0" selected=${value === 0}>${t("desk.forbidden.choose")}</option>
    ${card.entrants.map((one) => html`<option key=${one.number} value=${one.number} selected=${one.number === value}>${nameWithNumber(card, one.number)}</option>`)}
  </select></label>`;
}
