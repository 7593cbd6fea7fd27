/** The dialog that confirms a resignation, explains its consequences, and offers to leave the seat to another person instead. */

import { html, useState } from "../../dom.js";
import { Dialog } from "../../ui/dialog.js";
import { ErrorNotice } from "../../ui/error_notice.js";
import { t } from "../../words/words.js";

/** @param {{match: import("../../timeline/match.js").Match, onClose: () => void}} props */
export function GiveUpDialog({ match, onClose }) {
  const [problem, setProblem] = useState(/** @type {unknown} */ (null));
  const left = match.summary.seats.filter((seat) => !seat.forfeited).length;
  const { takebacks, event, tutorial, seat_offer: offer } = match.summary;
  const offers = takebacks !== "own" && !event && !tutorial && !offer;
  /** @param {() => Promise<void>} act */
  const confirm = async (act) => {
    setProblem(null);
    try {
      await act();
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
      ${offers && html`<p>${t("match.offer.or")}</p>`}
      <${ErrorNotice} error=${problem} />
      <div class="row match-undo-do">
        <button type="button" class="match-danger" disabled=${match.requests.busy} onClick=${() => void confirm(() => match.requests.giveUp())}>${t("match.give_up.do")}</button>
        ${offers && html`<button type="button" class="primary" disabled=${match.requests.busy} onClick=${() => void confirm(() => match.requests.offerSeat())}>${t("match.offer.do")}</button>`}
        <button type="button" onClick=${onClose}>${t("common.cancel")}</button>
      </div>
    </div>
  <//>`;
}
