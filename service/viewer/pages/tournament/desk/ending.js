/** The end of a tournament: finished when all is played, or called off; both are asked twice. */

import { html, useState } from "../../../dom.js";
import { t } from "../../../words/words.js";

/**
 * @typedef {import("../../../types.d.ts").TournamentSummary} TournamentSummary
 * @typedef {{card: TournamentSummary, acts: import("./acting.js").Acts}} Props
 */

/** The way to the end where everything was played.
 * @param {Props} props
 */
export function Finish({ card, acts }) {
  return html`<${Sure} card=${card} acts=${acts} ending="finished" primary />`;
}

/** @param {Props} props */
export function Ending({ card, acts }) {
  const last = card.rounds.at(-1);
  return html`${last?.progress === "closed" && html`<p>${t("desk.end.finish_help")}</p><${Finish} card=${card} acts=${acts} />`}
    <p>${t("desk.end.cancel_help")}</p><${Sure} card=${card} acts=${acts} ending="cancelled" />`;
}

/** @param {Props & {ending: "finished" | "cancelled", primary?: boolean}} props */
function Sure({ acts, ending, primary = false }) {
  const [asked, setAsked] = useState(false);
  if (!asked) return html`<div class="row"><button type="button" class=${primary ? "primary" : "desk-danger"} onClick=${() => setAsked(true)}>${t(`desk.end.${ending}`)}</button></div>`;
  return html`<div class="notice desk-sure" role="group" aria-label=${t(`desk.end.${ending}`)}>
    <p>${t(`desk.end.${ending}.sure`)}</p>
    <div class="row">
      <button type="button" class=${primary ? "primary" : "desk-danger"} aria-busy=${acts.busy}
        onClick=${acts.act("ending", { ending }, { done: t(`desk.done.${ending}`) })}>${t(`desk.end.${ending}.now`)}</button>
      <button type="button" class="plain" onClick=${() => setAsked(false)}>${t("common.cancel")}</button>
    </div>
  </div>`;
}
