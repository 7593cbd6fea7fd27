/** Error messages of the tournament pages. */

import { html } from "../../dom.js";
import { errorText } from "../../ui/error_notice.js";
import { Problem, isNotFound } from "../../api/api.js";
import { t } from "../../words/words.js";

/** Returns the message for a refusal by the tournament rules, or for any other error.
 * @param {unknown} error
 * @returns {string}
 */
export function refusalText(error) {
  if (!(error instanceof Problem)) return errorText(error);
  const key = `tournament.problem.${error.code}`;
  const words = t(key, error.members["facts"] ?? {});
  return words === key ? errorText(error) : words;
}

/** An error notice, with a button to try again if that may help.
 * @param {{error: unknown, again?: () => void}} props
 */
export function Refusal({ error, again }) {
  if (!error) return null;
  return html`<div class="notice bad row" role="alert"><span>${refusalText(error)}</span>${again && !isNotFound(error) && html`<button type="button"
    onClick=${again}>${t("common.again")}</button>`}</div>`;
}
