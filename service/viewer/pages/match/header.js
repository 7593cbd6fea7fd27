/** The header of a match's page: game, status, links, and the list of players. */

import { html, useMemo } from "../../dom.js";
import { lazy } from "../../ui/lazy.js";
import { TopBar } from "../topbar.js";
import { gameName, levelName } from "../../ui/game_name.js";
import { Badge } from "../../ui/seat_badge.js";
import { seatsAt } from "../replay/sentences.js";
import { t } from "../../words/words.js";

const SeatClock = lazy(() => import("./clock.js").then((module) => module.SeatClock), { words: ["playing"] });

/**
 * @typedef {import("../../types.d.ts").SeatInfo} SeatInfo
 * @typedef {import("../../types.d.ts").Game} Game
 * @typedef {import("../../timeline/match.js").Match} Match
 */

/** @param {import("../replay/replay.js").Parts} props */
export function Header({ stage, match, game, own }) {
  const view = match.timeline.view(match.at);
  const { status } = match.summary;
  const place = view ? game.phaseText(view) : "";
  const isAhead = match.isOfBots && !match.isLive;
  return html`<${TopBar}>
    <div class="match-where">
      <h1>${gameName(match.summary.game)}</h1>
      <button type="button" class="plain match-rules" aria-haspopup="dialog" aria-keyshortcuts="R" onClick=${() => stage.open("rules")}>${t("common.rules")}</button>
      ${place && html`<span>${place}</span>`}
      ${!(match.isFinished && (isAhead || (match.isLive && place))) && html`<span class=${`match-status match-status-${status}`}>${t(`common.status.${status}`)}</span>`}
      ${own === null && html`<span class="soft">${t("match.looking_on")}</span>`}
      <${EventLine} match=${match} />
      ${match.summary.origin && html`<a class="match-event" href=${match.summary.origin.page}>${t("common.origin", match.summary.origin)}</a>`}
    </div>
  <//>`;
}

/** A link to the match's tournament. @param {{match: Match}} props */
function EventLine({ match }) {
  const { event } = match.summary;
  return event ? html`<a class="match-event" href=${`${event.page}#rounds/${event.round}/${event.table}`}>${t(event.game ? "match.event.game" : "match.event", { title: event.title, round: event.round, table: event.table, game: event.game ?? 0, games: event.best_of ?? 1 })}</a>` : null;
}

/** The players in seat order: points at the cursor, what the last round gave, and who has to act now.
 * @param {{match: Match, game: Game, box: import("../../types.d.ts").GameSummary, seats: SeatInfo[]}} props
 */
export function Players({ match, game, box, seats }) {
  const view = match.timeline.view(match.at);
  const gains = useMemo(() => view && game.gains?.(box.components, view, (version) => match.timeline.line(version), match.at), [view, match.at]);
  const points = view ? game.points(view) : null;
  const running = match.summary.status === "running";
  const last = match.timeline.view(match.last);
  const sealed = running && last && game.sealed ? game.sealed(last) : [];
  const result = match.isLive ? match.summary.result : undefined;
  const timed = running && match.summary.clock && !match.summary.tutorial && (match.isLive || match.following);
  return html`<ul class="match-players" aria-label=${t("match.players")}>
    ${seatsAt(seats, match.at).map((seat) => {
      const state = !running || !match.showsNow ? "" : seat.waiting ? "waiting" : sealed.includes(seat.seat) ? "sealed" : "";
      const offline = state === "waiting" && !seat.mine && match.connection.offline.includes(seat.seat);
      return html`<li key=${seat.seat} data-at=${`player-${seat.seat}`} class=${`match-player${seat.mine ? " match-mine" : ""}`} data-state=${state || null}>
        <${Badge} seat=${seat.seat} />
        <${Name} seat=${seat} player=${running ? undefined : match.summary.seats[seat.seat]?.player} />
        ${gains?.[seat.seat]}
        ${!match.hidesEnd && html`<${SeatNote} line=${match.summary.seats[seat.seat]} />`}
        ${timed && html`<${SeatClock} match=${match} seat=${seat.seat} name=${seat.name} />`}
        ${points && html`<span class="match-points">${points[seat.seat]}<span class="match-unit"> ${t("match.points_unit", { points: points[seat.seat] })}</span></span>`}
        ${offline && html`<span class="match-state match-offline">${t("match.seat.offline")}</span>`}
        ${state && html`<span class="match-state"><span aria-hidden="true">${state === "waiting" ? (offline ? "" : "…") : "✓"}</span><span class="unseen">${t(`match.state.${state}`)}</span></span>`}
        ${view && html`<button type="button" class="plain match-find" aria-label=${t("match.find", { name: seat.name })} onClick=${() => findSeat(seat.seat)}></button>`}
        ${result && html`<span class="match-rank">${t("match.result.place", { place: result.places[seat.seat] })}</span>`}
      </li>`;
    })}
  </ul>`;
}

/** A note that a seat has forfeited, or that a bot plays for it.
 * @param {{line?: import("../../types.d.ts").SeatLine}} props
 */
function SeatNote({ line }) {
  if (line?.forfeited) return html`<span class="match-standing">${t("match.seat.out")}</span>`;
  return line?.bot && line.player ? html`<span class="match-standing" title=${t("common.bot", { level: levelName(line.bot) })}>${t("match.seat.bot")}</span>` : null;
}

/** Opens the sheet of a seat, or scrolls to what the seat has on the board and opens it.
 * @param {number} seat
 */
function findSeat(seat) {
  const sheet = /** @type {HTMLElement | null} */ (document.querySelector(`[data-sheet="${seat}"]`));
  if (sheet?.showPopover) return sheet.showPopover();
  const place = document.querySelector(`.match-body [data-at~="seat-${seat}"]`);
  const fold = place?.closest("details");
  fold?.setAttribute("open", "");
  (fold ?? place)?.scrollIntoView({ block: "nearest", behavior: "smooth" });
}

/** A seat's name with a link to the player's page. While the match runs, the name leads to the seat's part of the board instead.
 * @param {{seat: SeatInfo, player?: string}} props
 */
function Name({ seat, player }) {
  const name = html`${seat.name}${seat.mine && html` <span class="match-you soft">${t("match.you")}</span>`}`;
  if (!player || seat.bot || location.pathname.startsWith("/embed/")) return html`<span class="match-name" title=${seat.name}>${name}</span>`;
  return html`<a class="match-name" title=${seat.name} href=${`/players/${player}`}>${name}</a>`;
}
