/** The winners of a tournament, and the place of the user. */

import { html, useEffect, useState } from "../../dom.js";
import { read } from "../../api/api.js";
import { t } from "../../words/words.js";
import { EntrantLink } from "./people.js";

/** The first places of the final standings, once the tournament is finished.
 * @param {{card: import("../../types.d.ts").TournamentSummary}} props
 */
export function Winners({ card }) {
  const [{ final, groups }, setFound] = useState(/** @type {Pick<import("../../types.d.ts").TournamentStandings, "final" | "groups">} */ ({ final: [], groups: [] }));
  useEffect(() => {
    if (card.phase !== "finished") return;
    read(`/tournaments/${card.id}/standings`).then(
      setFound,
      () => {},
    );
  }, [card.id, card.version, card.phase]);
  const first = final.filter((line) => line.place === 1).map((line) => line.entrant);
  const lot = groups.some(({ lines }) => lines.some((line) => line.entrant === first[0] && line.ties.some((value) => value.code === "LOT" && value.amount.value > 0)));
  const own = final.find((line) => line.entrant === card.yours.entrant);
  if (card.phase !== "finished" || first.length === 0) return null;
  return html`${own && html`<h2 class="tn-own-end">${t("tournament.own.final", { place: own.place, all: final.length, shared: final.filter((line) => line.place === own.place).length > 1 })}</h2>`}
    <p class="tn-first">${t("tournament.standings.first")} ${first.map((number, at) => html`${at > 0 && ", "}<${EntrantLink} key=${number} card=${card} number=${number} />`)}${lot && html` <span class="soft">${t("tournament.standings.lot")}</span>`}</p>`;
}
