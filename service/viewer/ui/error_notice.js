/** Error messages for the user. */

import { html } from "../dom.js";
import { Problem, isNotFound } from "../api/api.js";
import { CannotStore } from "../storage.js";
import { t } from "../words/words.js";
import { CitedRule } from "./rules.js";

/** Returns the message for an error: the pages' text for its code or kind, or the service's text.
 * @param {unknown} error
 * @returns {string}
 */
export function errorText(error) {
  if (error instanceof CannotStore) return t("common.problem.cannot-store");
  if (!(error instanceof Problem)) return t("common.problem.internal");
  for (const key of [`common.problem.${error.code}`, `common.problem.${error.kind}`]) {
    const words = t(key, error.members);
    if (words !== key) return words;
  }
  return error.message;
}

/** @param {HTMLElement | null} notice */
const show = (notice) => notice?.scrollIntoView({ block: "nearest" });

/** An error notice. With `again` it reports a failed read, and has a button to retry if that may help.
 * Otherwise it answers a click, so it is scrolled into view.
 * @param {{error: unknown, again?: () => void}} props
 */
export function ErrorNotice({ error, again }) {
  if (!error) return null;
  return html`<div class="notice bad row" role="alert" ref=${again ? null : show}><span>${errorText(error)} <${CitedRule} error=${error} /></span>${again && !isNotFound(error) && html`<button type="button"
    onClick=${again}>${t("common.again")}</button>`}</div>`;
}
