/** What concerns a running match only: the connection, whose answer is awaited, undo and its votes. */

import { html } from "../dom.js";
import { t } from "../words/words.js";

/** @param {{match: import("../timeline/match.js").Match, game: import("../types.d.ts").Game, box: any, seats: import("../types.d.ts").SeatInfo[], own: number | null}} props */
export function Live({ match }) {
  return match.connection === "lost" ? html`<p role="status" class="notice">${t("match.lost")}</p>` : null;
}
