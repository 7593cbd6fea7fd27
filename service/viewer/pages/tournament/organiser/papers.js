/** Sheets and files for the staff. */

import { html, useState } from "../../../dom.js";
import { language, t } from "../../../words/words.js";
import { sheetAt } from "../sheets.js";

/** @param {{card: import("../../../types.d.ts").TournamentSummary}} props */
export function Papers({ card }) {
  const api = `/api/v1/tournaments/${card.id}`;
  const over = card.phase === "finished";
  const [minutes, setMinutes] = useState("");
  const wall = `/tournaments/${card.id}/screen${/^\d{1,3}$/.test(minutes) && Number(minutes) ? `?minutes=${Number(minutes)}` : ""}`;
  return html`<p class="desk-line"><a class="button" href=${wall}>${t("desk.screen")}</a>
      <label>${t("desk.screen.minutes")} <input type="text" inputmode="numeric" maxlength="3" autocomplete="off" value=${minutes} placeholder=${t("desk.screen.none")}
        onInput=${(/** @type {any} */ event) => setMinutes(event.target.value.trim())} /></label></p>
    <ul class="desk-papers">
    ${card.rounds.map((one) => html`<li key=${one.round}><a href=${sheetAt(card, `rounds/${one.round}`)}>${t("tournament.files.round", { round: one.round })}</a></li>`)}
    ${card.rounds.length > 0 && html`<li><a href=${sheetAt(card, "final")}>${over ? t("tournament.files.final") : t("tournament.files.interim")}</a></li>
      <li><a href=${`${api}/standings.csv?lang=${language()}`} download>${t("tournament.files.standings")}</a></li>
      <li><a href=${`${api}/pairings.csv?lang=${language()}`} download>${t("tournament.files.pairings")}</a></li>
      <li><a href=${`${api}/results.csv?lang=${language()}`} download>${t("tournament.files.results")}</a></li>`}
    <li><a href=${`${api}/bundle`} download>${t("tournament.files.bundle")}</a></li>
  </ul>`;
}
