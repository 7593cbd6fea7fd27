/** The foot of a question: whatever ends or confirms, in sight for as long as it is asked. */

import { Elsewhere, html, useLayoutEffect, useState } from "../dom.js";
import { t } from "../words/words.js";

/** Below the question where that stands beside the board. Along the foot of the window it opens and shuts the question above it, too.
 * @param {{into: HTMLElement | null, question: string, of: string, shut?: boolean, step?: string, opens?: string, children?: any}} props `question` is what
 *   is asked, `of` the id of its heading; `shut` while there is nothing to do in it, or it is done on the board; with another `step` it goes by that again; `opens` says what lies above, where nothing else does
 */
export function Foot({ into, question, of, shut = false, step = "", opens = "", children }) {
  const [chosen, choose] = useState({ step, open: /** @type {boolean | null} */ (null) });
  const open = (chosen.step === step ? chosen.open : null) ?? !shut;
  useLayoutEffect(() => {
    const sheet = into && document.getElementById(of)?.closest(".match-question");
    sheet?.toggleAttribute("data-shut", !open);
    return () => sheet?.removeAttribute("data-shut");
  }, [into, of, open]);
  if (!into) return html`<div class="match-question-foot">${children}</div>`;
  const show = opens || t("match.question.show");
  return html`<${Elsewhere} into=${into}>
    <div class="match-question-foot" role="group" aria-label=${question}>
      <button type="button" class="match-question-show" aria-label=${show} title=${show} aria-expanded=${open} onClick=${() => choose({ step, open: !open })}>${opens}<span class="replay-chevron" aria-hidden="true"></span></button>
      <div class="match-question-end">${children}</div>
    </div>
  <//>`;
}
