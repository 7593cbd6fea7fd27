/** The dialog that confirms a resignation and explains its consequences. */

import { html, useState } from "../../dom.js";
import { Dialog } from "../../ui/dialog.js";
import { ErrorNotice } from "../../ui/error_notice.js";
import { t } from "../../words/words.js";

/** @param {{match: import("../../timeline/match.js").Match, onClose: () => void}} props */
export function GiveUpDialog({ match, onClose }) {
  const [problem, setProblem] = useState(/** @type {unknown} */ (null));
  const left = match.summary.seats.filter((seat) => !seat.forfeited).length;
  const confirm = async () => {
    setProblem(null);
    try {
      await match.requests.giveUp();
      match.goLive();
      onClose();
    } catch (error) {
      match.requests.clearProblem();
      setProblem(error);
    }
  };
  return html`<${Dialog} title=${t("match.give_up.title")} open=${true} onClose=${onClose}>
    <div class="match-undo">
      <p>${t("match.give_up.means")}</p>
      <p>${t(left > 2 ? "match.give_up.goes_on" : "match.give_up.ends")}</p>
      <p class="soft">${t("match.give_up.stays")}</p>
      <${ErrorNotice} error=${problem} />
      <div class="row match-undo-do">
        <button type="button" class="match-danger" disabled=${match.requests.busy} onClick=${() => void confirm()}>${t("match.give_up.do")}</button>
        <button type="button" onClick=${onClose}>${t("common.cancel")}</button>
      </div>
    </div>
  <//>`;
}
