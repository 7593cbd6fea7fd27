/** What went wrong, in the reader's words. */

import { html } from "../dom.js";
import { Problem } from "../api/api.js";
import { t } from "../words/words.js";
import { CitedRule } from "./rules.js";

/** The sentence for an error: ours by its code or kind where there is one, else the service's.
 * @param {unknown} error
 * @returns {string}
 */
export function troubleText(error) {
  if (!(error instanceof Problem)) return t("common.problem.internal");
  for (const key of [`common.problem.${error.code}`, `common.problem.${error.kind}`]) {
    const words = t(key, error.members);
    if (words !== key) return words;
  }
  return error.message;
}

/** An error as a notice, with a way to try again where there is one.
 * @param {{error: unknown, again?: () => void}} props
 */
export function Trouble({ error, again }) {
  if (!error) return null;
  return html`<div class="notice bad row" role="alert"><span>${troubleText(error)} <${CitedRule} error=${error} /></span>${again && html`<button type="button"
    onClick=${again}>${t("common.again")}</button>`}</div>`;
}
