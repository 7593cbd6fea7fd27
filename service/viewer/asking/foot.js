/** The foot of a question: whatever ends or confirms, in sight for as long as it is asked. */

import { Elsewhere, html } from "../dom.js";
import { t } from "../words/words.js";

/** Below the question where that stands beside the board, else along the foot of the window.
 * @param {{into: HTMLElement | null, question: string, of: string, children?: any}} props `question` is what is asked, `of` the id of its heading
 */
export function Foot({ into, question, of, children }) {
  if (!into) return html`<div class="match-question-foot">${children}</div>`;
  const show = () => document.getElementById(of)?.scrollIntoView({ block: "start" });
  return html`<${Elsewhere} into=${into}>
    <div class="match-question-foot" role="group" aria-label=${question}>
      <button type="button" class="match-question-show" aria-label=${t("match.question.show")} title=${t("match.question.show")} onClick=${show}><span aria-hidden="true">↑</span></button>
      <div class="match-question-end">${children}</div>
    </div>
  <//>`;
}
