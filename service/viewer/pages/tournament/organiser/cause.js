/** The form fields for an intervention: its cause, which is logged, and a note, which can be erased. */

import { html } from "../../../dom.js";
import { t } from "../../../words/words.js";

const CAUSES = ["error", "no-show", "conduct", "collusion", "deck", "time", "other"];

/** @typedef {{cause: string, words: string}} Cause an empty cause has not been chosen yet */

/** @type {Cause} */
export const NO_CAUSE = { cause: "", words: "" };

/** @param {{id: string, why: Cause, onChange: (why: Cause) => void}} props */
export function CauseFields({ id, why, onChange }) {
  return html`<label class="desk-field">${t("desk.why.cause")} <select onChange=${(/** @type {any} */ event) => onChange({ ...why, cause: event.target.value })}>
      ${!why.cause && html`<option value="" selected>${t("tournament.report.choose")}</option>`}
      ${CAUSES.map((one) => html`<option key=${one} value=${one} selected=${one === why.cause}>${t(`tournament.cause.${one}`)}</option>`)}</select></label>
    <label class="desk-field">${t("desk.why.words")} <input type="text" maxlength="500" value=${why.words} aria-describedby=${`desk-${id}-words`}
      onInput=${(/** @type {any} */ event) => onChange({ ...why, words: event.target.value })} /></label>
    <p id=${`desk-${id}-words`} class="soft">${t("desk.why.help")}</p>`;
}
