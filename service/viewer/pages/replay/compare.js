/** Two moments beside each other: a pinned one and the present one, with the points of both. */

import { html, useState } from "../../dom.js";
import { Badge } from "../../ui/seat_badge.js";
import { t } from "../../words/words.js";
import { placeOf } from "./slider.js";

/** The strip above the boards while a moment is pinned, and the boards themselves.
 * @param {{stage: import("./stage.js").Stage, game: import("../../types.d.ts").Game, seats: import("../../types.d.ts").SeatInfo[], board: (version: number) => any}} props
 */
export function Compared({ stage, game, seats, board }) {
  const [then, setThen] = useState(false);
  const { match } = stage;
  const at = match.at;
  const pinned = /** @type {number} */ (stage.pinned);
  const before = pointsOf(game, match.timeline.view(pinned));
  const now = pointsOf(game, match.timeline.view(at));
  return html`<section class="replay-compare panel" aria-label=${t("replay.do.compare")}>
      <table>
        <thead><tr><td></td>${seats.map(({ seat, name }) => html`<th scope="col"><${Badge} seat=${seat} /> ${name}</th>`)}</tr></thead>
        <tbody>
          <tr><th scope="row"><button type="button" class="plain" onClick=${() => stage.go(pinned)}>⚑ ${momentName(stage, game, pinned)}</button></th>${before.map((points) => html`<td>${points}</td>`)}</tr>
          <tr><th scope="row">${momentName(stage, game, at)}</th>${now.map((points) => html`<td>${points}</td>`)}</tr>
          <tr><th scope="row">${t("replay.compare.difference")}</th>${now.map((points, seat) => html`<td><b>${signed(points - (before[seat] ?? 0))}</b></td>`)}</tr>
        </tbody>
      </table>
      <div class="row">
        <button type="button" class="replay-compare-switch" aria-pressed=${then} onClick=${() => setThen(!then)}>${t(then ? "replay.compare.show_now" : "replay.compare.show_then")}</button>
        <button type="button" onClick=${() => stage.compare()}>${t("replay.compare.unpin")}</button>
      </div>
    </section>
    <div class=${`replay-boards ${then ? "then" : "now"} ${at > pinned ? "later" : ""}`}>
      <figure class="replay-board-now"><figcaption>${momentName(stage, game, at)}</figcaption>${board(at)}</figure>
      <figure class="replay-board-then"><figcaption>⚑ ${momentName(stage, game, pinned)}</figcaption>${board(pinned)}</figure>
    </div>`;
}

/** @param {import("./stage.js").Stage} stage @param {import("../../types.d.ts").Game} game @param {number} version */
function momentName({ match }, game, version) {
  const view = match.timeline.view(version);
  return [view && placeOf(game, view), t("replay.entry", { at: version })].filter(Boolean).join(", ");
}

/** @param {import("../../types.d.ts").Game} game @param {any} view @returns {number[]} */
const pointsOf = (game, view) => (view === null ? [] : game.points(view));

/** A difference with its sign.
 * @param {number} number
 * @returns {string}
 */
const signed = (number) => (number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "±0");
