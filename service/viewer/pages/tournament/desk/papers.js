/** What can be printed and taken away, within the staff's reach. */

import { html } from "../../../dom.js";
import { language, t } from "../../../words/words.js";

/** @param {{card: import("../../../types.d.ts").TournamentSummary}} props */
export function Papers({ card }) {
  const page = `/tournaments/${card.id}/print`;
  const api = `/api/v1/tournaments/${card.id}`;
  const lang = `?lang=${language()}`;
  const over = card.phase === "finished";
  return html`<ul class="desk-papers">
    ${card.rounds.map((one) => html`<li key=${one.round}><a href=${`${page}/rounds/${one.round}${lang}`}>${t("tournament.files.round", { round: one.round })}</a></li>`)}
    ${card.rounds.length > 0 && html`<li><a href=${`${page}/final${lang}`}>${over ? t("tournament.files.final") : t("tournament.files.interim")}</a></li>
      <li><a href=${`${api}/standings.csv`} download>${t("tournament.files.standings")}</a></li>
      <li><a href=${`${api}/pairings.csv`} download>${t("tournament.files.pairings")}</a></li>
      <li><a href=${`${api}/results.csv`} download>${t("tournament.files.results")}</a></li>`}
    <li><a href=${`${api}/bundle`} download>${t("tournament.files.bundle")}</a></li>
  </ul>`;
}
