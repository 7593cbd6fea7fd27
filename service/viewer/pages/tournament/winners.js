/** The winners of a tournament. */

import { html, useEffect, useState } from "../../dom.js";
import { read } from "../../api/api.js";
import { t } from "../../words/words.js";
import { EntrantLink } from "./people.js";

/** The first places of the final standings, once the tournament is finished.
 * @param {{card: import("../../types.d.ts").TournamentSummary}} props
 */
export function Winners({ card }) {
  const [first, setFirst] = useState(/** @type {number[]} */ ([]));
  useEffect(() => {
    if (card.phase !== "finished") return;
    read(`/tournaments/${card.id}/standings`).then(
      (answer) => setFirst(answer.final.filter((/** @type {any} */ line) => line.place === 1).map((/** @type {any} */ line) => line.entrant)),
      () => {},
    );
  }, [card.id, card.version, card.phase]);
  if (card.phase !== "finished" || first.length === 0) return null;
  return html`<p class="tn-first">${t("tournament.standings.first")} ${first.map((number, at) => html`${at > 0 && ", "}<${EntrantLink} key=${number} card=${card} number=${number} />`)}</p>`;
}
