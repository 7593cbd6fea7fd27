/** The tables of the lobby: rows with one button, and live tables as small boards. */

import { html } from "../../dom.js";
import { Badge } from "../../ui/seat_badge.js";
import { gameName } from "../../ui/game_name.js";
import { seatName } from "../../ui/seat_name.js";
import { clockFace } from "../../timeline/time_left.js";
import { joinList, language, t } from "../../words/words.js";

/**
 * @typedef {import("../../types.d.ts").LobbyTable} LobbyTable
 * @typedef {import("../../types.d.ts").SeatLine} SeatLine
 */

/** A titled part of the first screen. Without rows it shows one sentence, or nothing.
 * @param {{name: string, rows: any[], empty?: string}} props
 */
export function Part({ name, rows, empty = "" }) {
  if (rows.length === 0 && !empty) return null;
  return html`<section class=${`lobby-part ${name}`} aria-labelledby=${`lobby-part-${name}`}>
    <h2 id=${`lobby-part-${name}`}>${t(`lobby.part.${name}`)}</h2>
    ${rows.length ? html`<ul class="lobby-rows">${rows}</ul>` : html`<p class="soft">${empty}</p>`}
  </section>`;
}

/** A row with a title, a sentence and one link.
 * @param {{title: any, text: any, href: string, label: string, match?: string, primary?: boolean}} props
 */
export function Row({ title, text, href, label, match = "", primary = false }) {
  return html`<li class="lobby-row">
    <p><b>${title}</b><span class="soft">${text}</span></p>
    <a class=${`button${primary ? " primary" : ""}`} href=${href} data-match=${match} aria-label=${`${label}: ${title}, ${text}`}>${label}</a>
  </li>`;
}

/** One of the user's unfinished matches.
 * @param {{table: LobbyTable, me: string}} props
 */
export function OwnTable({ table, me }) {
  const asked = isAsked(table, me);
  const others = table.seats.filter((seat) => (seat.player || seat.bot) && seat.player !== me);
  const waiting = table.seats.filter((seat) => seat.waiting);
  const text = asked ? t("lobby.stand.your_turn") : table.status === "open" ? freeText(table) : waiting.length ? t("lobby.stand.waits", { names: joinNames(waiting) }) : t("lobby.stand.running");
  return html`<${Row} title=${[gameName(table.game), joinNames(others)].filter(Boolean).join(" · ")} text=${text} href=${`/matches/${table.id}`}
    label=${t("lobby.enter.table")} match=${table.id} primary=${asked} />`;
}

/** A table where players wait for others.
 * @param {{table: LobbyTable}} props
 */
export function OpenTable({ table }) {
  const clock = table.clock && [table.clock.command && t("lobby.offers.each", { time: clockFace(table.clock.command) }), table.clock.match && t("lobby.offers.all", { time: clockFace(table.clock.match) })];
  const terms = [freeText(table), ...(clock ?? []), table.bots_welcome === false && t("lobby.offers.people")].filter(Boolean).join(" · ");
  const names = joinNames(table.seats.filter((seat) => (seat.player || seat.bot) && seat.seat !== table.offered));
  return html`<${Row} title=${`${gameName(table.game)} · ${names}`} text=${terms} href=${`/matches/${table.id}`} label=${t("lobby.enter.join")} match=${table.id} primary />`;
}

/** A live table: its board, its players with their points, and the seats that have to answer.
 * @param {{table: LobbyTable}} props
 */
export function LiveTable({ table }) {
  const number = new Intl.NumberFormat(language());
  const name = `lobby-live-${table.id}`;
  return html`<li class="lobby-live">
    <img alt="" width="300" height="158" decoding="async" src=${`data:image/svg+xml,${encodeURIComponent(table.picture ?? "")}`} />
    <h3 id=${name}>${gameName(table.game)}</h3>
    <ul>${table.seats.map((seat, i) => html`<li key=${i} class=${seat.waiting ? "waiting" : ""}><${Badge} seat=${i} /><span>${seatName(seat)}</span>
      <b>${number.format(table.points?.[i] ?? 0)}<span class="unseen"> ${t("lobby.points")}${seat.waiting ? `, ${t("lobby.thinking")}` : ""}</span></b></li>`)}</ul>
    <a class="lobby-live-link" href=${`/matches/${table.id}`} data-match=${table.id} aria-describedby=${name}>${t("lobby.enter.watch")}</a>
  </li>`;
}

/** Returns whether a match waits for the user's answer. A seat that a bot has taken over does not count.
 * @param {LobbyTable} table
 * @param {string} me
 */
export const isAsked = (table, me) => table.seats.some((seat) => seat.player === me && seat.waiting && !seat.bot);

/** @param {SeatLine[]} seats */
const joinNames = (seats) => joinList([...new Set(seats.map(seatName))]);

/** @param {LobbyTable} table */
const freeText = (table) => table.offered !== undefined ? t("lobby.stand.offered", { name: seatName(table.seats[table.offered]) }) : t("lobby.stand.free", { free: table.seats.filter((seat) => !seat.player && !seat.bot).length });
