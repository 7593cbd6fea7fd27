/** A match in the lobby's list: time, game, seats, status and a link. */

import { html } from "../../dom.js";
import { Badge } from "../../ui/seat_badge.js";
import { language, joinList, t } from "../../words/words.js";
import { timeAgo, dateAndTime } from "../../ui/times.js";
import { gameName } from "../../ui/game_name.js";
import { seatName } from "../../ui/seat_name.js";
import { winners } from "./list.js";

/**
 * @typedef {import("../../types.d.ts").MatchLine} MatchLine
 * @typedef {import("../../types.d.ts").SeatLine} SeatLine
 */

/** @param {{line: MatchLine, seats: SeatLine[], me: string | null, now: number}} props `seats` says, if it is known, which seats have to answer */
export function MatchSummary({ line, seats, me, now }) {
  const own = seats.find((seat) => seat.player && seat.player === me);
  const moment = line.closed_at ?? line.opened_at;
  const href = line.status === "finished" ? `/replay/${line.id}` : `/matches/${line.id}`;
  const name = `lobby-name-${line.id}`;
  return html`<li class=${`lobby-match ${line.status}${own?.waiting ? " asked" : ""}`}>
    <time class="lobby-when" datetime=${moment} title=${dateAndTime(moment, language())}>${timeAgo(moment, language(), now)}</time>
    <span class="lobby-node" aria-hidden="true"></span>
    <article class="lobby-card" aria-labelledby=${name}>
      <div class="lobby-card-head">
        <h3 id=${name}>${gameName(line.game)}</h3>
        ${own && html`<span class="lobby-chip">${t("lobby.mine")}</span>`}
        ${line.origin && html`<a class="lobby-origin" href=${line.origin.page}>${t("common.origin", line.origin)}</a>`}
        <p class="lobby-stand"><${StateSentence} line=${line} seats=${seats} own=${own} /></p>
      </div>
      <ul class="lobby-seats">${seats.map((seat) => html`<${Seat} key=${seat.seat} line=${line} seat=${seat} />`)}</ul>
      <a class=${`button lobby-enter${line.status === "open" || own?.waiting ? " primary" : ""}`} href=${href} data-match=${line.id}
        aria-describedby=${name}>${t(`lobby.enter.${linkKind(line, own)}`)}</a>
    </article>
  </li>`;
}

/** @param {MatchLine} line @param {SeatLine | undefined} own */
function linkKind(line, own) {
  if (line.status === "finished") return "replay";
  if (own) return "table";
  return line.status === "open" ? "join" : "watch";
}

/** @param {{line: MatchLine, seat: SeatLine}} props */
function Seat({ line, seat }) {
  const open = !seat.player && !seat.bot;
  const points = line.result?.points[seat.seat];
  const won = line.result?.places[seat.seat] === 1;
  return html`<li class=${`${open ? "free" : ""}${won ? " won" : ""}${seat.waiting ? " waiting" : ""}`}>
    <${Badge} seat=${seat.seat} />
    ${seat.player && !seat.bot ? html`<a class="lobby-seat-name" href=${`/players/${seat.player}`}>${seatName(seat)}</a>` : html`<span class="lobby-seat-name">${seatName(seat)}</span>`}
    ${seat.waiting && html`<span class="lobby-dots" role="img" aria-label=${t("lobby.thinking")}><i></i><i></i><i></i></span>`}
    ${points !== undefined && html`<span class="lobby-points">${new Intl.NumberFormat(language()).format(points)}<span
      class="unseen"> ${t("lobby.points")}</span></span>`}
  </li>`;
}

/** One sentence about the state of a match.
 * @param {{line: MatchLine, seats: SeatLine[], own: SeatLine | undefined}} props
 */
function StateSentence({ line, seats, own }) {
  if (line.status === "open") return t("lobby.stand.free", { free: seats.filter((seat) => !seat.player && !seat.bot).length });
  if (line.status === "finished") return resultText(line, seats);
  if (own?.waiting) return html`<strong>${t("lobby.stand.your_turn")}</strong>`;
  const waiting = seats.filter((seat) => seat.waiting);
  if (waiting.length === 0) return t("lobby.stand.running");
  return t("lobby.stand.waits", { names: joinList([...new Set(waiting.map(seatName))]) });
}

/** @param {MatchLine} line @param {SeatLine[]} seats */
function resultText(line, seats) {
  if (!line.result) return t("lobby.stand.broken");
  const first = winners(line.result);
  const names = first.map((seat) => seats[seat]).flatMap((seat) => (seat ? [seatName(seat)] : []));
  return t("lobby.stand.won", { names: joinList([...new Set(names)]), many: names.length, points: line.result.points[first[0] ?? 0] });
}
