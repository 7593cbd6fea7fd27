/** The foot of a question: the buttons that end or confirm it, which are always in sight. */

import { Portal, html, useLayoutEffect, useState } from "../dom.js";
import { t } from "../words/words.js";

/** Draws the foot below the question, or at the bottom of the window. There it can also open and close the question above it.
 * @param {{into: HTMLElement | null, question: string, of: string, shut?: boolean, step?: string, opens?: string, children?: any}} props `question` is the
 * question's text and `of` the id of its heading; `shut` closes it because it is answered on the board; a new `step` resets that; `opens` is the opening button's text
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
  return html`<${Portal} into=${into}>
    <div class="match-question-foot" role="group" aria-label=${question}>
      <button type="button" class="match-question-show" aria-label=${show} title=${show} aria-expanded=${open} onClick=${() => choose({ step, open: !open })}>${opens}<span class="replay-chevron" aria-hidden="true"></span></button>
      <div class="match-question-end">${children}</div>
    </div>
  <//>`;
}
