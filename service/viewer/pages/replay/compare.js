/** Two boards side by side with the points of both: the current version, and either a pinned version or the corresponding one of another match. */

import { html, useState } from "../../dom.js";
import { Badge } from "../../ui/seat_badge.js";
import { t } from "../../words/words.js";
import { pathOf } from "./address.js";
import { useSecondMatch } from "./second_match.js";
import { phaseOf } from "./slider.js";

/** The comparison strip above the boards, and both boards.
 * @param {{stage: import("./stage.js").Stage, game: import("../../types.d.ts").Game, seats: import("../../types.d.ts").SeatInfo[], board: (version: number) => any, beside: (other: import("../../timeline/match.js").Match, version: number) => any}} props
 */
export function Comparison({ stage, game, seats, board, beside }) {
  const [then, setThen] = useState(false);
  const { match } = stage;
  const at = match.at;
  const found = useSecondMatch(match, game);
  const { other } = found;
  const pinned = other ? /** @type {number} */ (found.at) : /** @type {number} */ (stage.pinned);
  const before = pointsOf(game, (other ?? match).timeline.view(pinned));
  const now = pointsOf(game, match.timeline.view(at));
  const name = other ? t("compare.there", { moment: positionName(other, game, pinned) }) : `⚑ ${positionName(match, game, pinned)}`;
  return html`<section class="replay-compare panel" aria-label=${t("replay.do.compare")}>
      <p class="replay-compare-moments">${other ? html`<a href=${pathOf(other.id, { at: pinned, viewer: other.viewer, speed: stage.speed })}>${name}</a>` : html`<button type="button" class="plain" onClick=${() => stage.go(pinned)}>${name}</button>`} → ${positionName(match, game, at)}</p>
      <ul>${seats.map(({ seat, name }) => html`<li title=${name}><${Badge} seat=${seat} label=${name} /> ${before[seat]} → ${now[seat]} <b>${formatDifference((now[seat] ?? 0) - (before[seat] ?? 0))}</b></li>`)}</ul>
      <div class="row">
        <button type="button" class="replay-compare-switch" aria-pressed=${then} onClick=${() => setThen(!then)}>${switchWords(other !== null, then)}</button>
        <button type="button" onClick=${() => stage.compare()}>${t("replay.compare.unpin")}</button>
        <${OtherMatch} match=${match} ...${found} />
      </div>
    </section>
    <div class=${`replay-boards ${then ? "then" : "now"} ${!other && at > pinned ? "later" : ""}`}>
      <figure class="replay-board-now"><figcaption>${positionName(match, game, at)}</figcaption>${board(at)}</figure>
      <figure class="replay-board-then"><figcaption>${name}</figcaption>${other ? beside(other, pinned) : board(pinned)}</figure>
    </div>`;
}

/** @param {boolean} another @param {boolean} then */
function switchWords(another, then) {
  if (another) return t(then ? "compare.show_now" : "compare.show_then");
  return t(then ? "replay.compare.show_now" : "replay.compare.show_then");
}

/** Selects another match: the one this was forked from, or one of the same game by its link.
 * @param {ReturnType<typeof useSecondMatch> & {match: import("../../timeline/match.js").Match}} props
 */
function OtherMatch({ match, other, trouble, beside }) {
  const { origin } = match.summary;
  const onSubmit = (/** @type {any} */ event) => {
    event.preventDefault();
    void beside(event.currentTarget.elements.other.value.trim());
  };
  if (other) return html`<button type="button" onClick=${() => void beside("")}>${t("compare.away")}</button>`;
  return html`${origin && html`<button type="button" onClick=${() => void beside(origin.match)}>${t("compare.origin")}</button>`}
    <details class="replay-compare-other">
      <summary>${t("compare.with")}</summary>
      <form class="row" onSubmit=${onSubmit}><input name="other" autocomplete="off" maxlength="200" aria-label=${t("compare.with")} placeholder=${t("compare.link")} /><button type="submit">${t("compare.do")}</button></form>
    </details>
    ${trouble && html`<p class="notice bad" role="alert">${trouble}</p>`}`;
}

/** @param {import("../../timeline/match.js").Match} match @param {import("../../types.d.ts").Game} game @param {number} version */
function positionName(match, game, version) {
  const view = match.timeline.view(version);
  return [view && phaseOf(game, view), t("replay.entry", { at: version })].filter(Boolean).join(", ");
}

/** @param {import("../../types.d.ts").Game} game @param {any} view @returns {number[]} */
const pointsOf = (game, view) => (view === null ? [] : game.points(view));

/** Formats a difference between points with its sign.
 * @param {number} number
 * @returns {string}
 */
const formatDifference = (number) => (number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "±0");
