/** The end of a tournament: finished or cancelled. Both need a confirmation. */

import { html, useState } from "../../../dom.js";
import { t } from "../../../words/words.js";

/**
 * @typedef {import("../../../types.d.ts").TournamentSummary} TournamentSummary
 * @typedef {{card: TournamentSummary, acts: import("./staff_changes.js").StaffChanges}} Props
 */

/** The button that finishes a tournament after its last round.
 * @param {Props} props
 */
export function FinishButton({ card, acts }) {
  return html`<${ConfirmEnding} card=${card} acts=${acts} ending="finished" primary />`;
}

/** @param {Props} props */
export function Ending({ card, acts }) {
  const last = card.rounds.at(-1);
  return html`${last?.progress === "closed" && html`<p>${t("desk.end.finish_help")}</p><${FinishButton} card=${card} acts=${acts} />`}
    <p>${t("desk.end.cancel_help")}</p><${ConfirmEnding} card=${card} acts=${acts} ending="cancelled" />`;
}

/** @param {Props & {ending: "finished" | "cancelled", primary?: boolean}} props */
function ConfirmEnding({ acts, ending, primary = false }) {
  const [asked, setAsked] = useState(false);
  if (!asked) return html`<div class="row"><button type="button" class=${primary ? "primary" : "desk-danger"} onClick=${() => setAsked(true)}>${t(`desk.end.${ending}`)}</button></div>`;
  return html`<div class="notice desk-sure" role="group" aria-label=${t(`desk.end.${ending}`)}>
    <p>${t(`desk.end.${ending}.sure`)}</p>
    <div class="row">
      <button type="button" class=${primary ? "primary" : "desk-danger"} aria-busy=${acts.busy}
        onClick=${acts.act("ending", { ending }, { confirmation: t(`desk.done.${ending}`) })}>${t(`desk.end.${ending}.now`)}</button>
      <button type="button" class="plain" onClick=${() => setAsked(false)}>${t("common.cancel")}</button>
    </div>
  </div>`;
}
