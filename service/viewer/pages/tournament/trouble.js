/** What went wrong at a tournament, in the reader's words. */

import { html } from "../../dom.js";
import { troubleText } from "../../ui/trouble.js";
import { Problem } from "../../api/api.js";
import { t } from "../../words/words.js";

/** The sentence for a refusal of the rules of tournaments, and for any other error.
 * @param {unknown} error
 * @returns {string}
 */
export function refusalText(error) {
  if (!(error instanceof Problem)) return troubleText(error);
  const key = `tournament.problem.${error.code}`;
  const words = t(key, error.members["facts"] ?? {});
  return words === key ? troubleText(error) : words;
}

/** An error as a notice, with a way to try again where there is one.
 * @param {{error: unknown, again?: () => void}} props
 */
export function Refusal({ error, again }) {
  if (!error) return null;
  return html`<div class="notice bad row" role="alert"><span>${refusalText(error)}</span>${again && html`<button type="button"
    onClick=${again}>${t("common.again")}</button>`}</div>`;
}
