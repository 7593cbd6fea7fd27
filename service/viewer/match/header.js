/** The head of a match's page: where one is, who plays, how it stands. */

import { html } from "../dom.js";
import { Badge } from "../shapes.js";
import { t } from "../words/words.js";

/** @param {{match: import("../timeline/match.js").Match, game: import("../types.d.ts").Game, seats: import("../types.d.ts").SeatInfo[], own: number | null, mode: string}} props */
export function Header({ match, seats }) {
  return html`<header class="match-header row">
    <a href="/">${t("common.lobby")}</a>
    ${seats.map((seat) => html`<span class="row"><${Badge} seat=${seat.seat} /> ${seat.name}</span>`)}
    <span class="soft">${t(`common.status.${match.card.status}`)}</span>
  </header>`;
}
