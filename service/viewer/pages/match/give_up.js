/** Giving up: the question whether somebody means it, with what comes of it. */

import { html, useState } from "../../dom.js";
import { Dialog } from "../../ui/dialog.js";
import { Trouble } from "../../ui/trouble.js";
import { t } from "../../words/words.js";

/** @param {{match: import("../../timeline/match.js").Match, onClose: () => void}} props */
export function GiveUpDialog({ match, onClose }) {
  const [problem, setProblem] = useState(/** @type {unknown} */ (null));
  const left = match.summary.seats.filter((seat) => !seat.forfeited).length;
  const sure = async () => {
    setProblem(null);
    try {
      await match.acting.giveUp();
      match.goLive();
      onClose();
    } catch (error) {
      match.acting.forgive();
      setProblem(error);
    }
  };
  return html`<${Dialog} title=${t("match.give_up.title")} open=${true} onClose=${onClose}>
    <div class="match-undo">
      <p>${t("match.give_up.means")}</p>
      <p>${t(left > 2 ? "match.give_up.goes_on" : "match.give_up.ends")}</p>
      <p class="soft">${t("match.give_up.stays")}</p>
      <${Trouble} error=${problem} />
      <div class="row match-undo-do">
        <button type="button" class="match-danger" disabled=${match.acting.busy} onClick=${() => void sure()}>${t("match.give_up.do")}</button>
        <button type="button" onClick=${onClose}>${t("common.cancel")}</button>
      </div>
    </div>
  <//>`;
}
