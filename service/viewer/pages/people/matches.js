/** All matches of a player, inside and outside tournaments: a record per game, and a list with links. */

import { html, useEffect, useState } from "../../dom.js";
import { read } from "../../api/api.js";
import { ErrorNotice } from "../../ui/error_notice.js";
import { timeAgo, dateAndTime } from "../../ui/times.js";
import { gameName } from "../../ui/game_name.js";
import { seatName } from "../../ui/seat_name.js";
import { useTask } from "../../ui/task.js";
import { language, t } from "../../words/words.js";
import { height, ownSeat, recordOf } from "./record.js";

/**
 * @typedef {import("../../types.d.ts").MatchLine} MatchLine
 * @typedef {import("../../types.d.ts").SeatLine} SeatLine
 * @typedef {{matches: MatchLine[], next: string | null}} Page
 */

const PAGE = 50;
const STATUSES = ["open", "running", "finished"];

/** @param {{player: string, own: boolean}} props `own` is true if the user is this player */
export function Matches({ player, own }) {
  const [filter, setFilter] = useState({ game: "", status: "" });
  const [games, setGames] = useState(/** @type {string[]} */ ([]));
  const [page, setPage] = useState(/** @type {Page | null} */ (null));
  const [trouble, setTrouble] = useState(/** @type {unknown} */ (null));
  const [tries, setTries] = useState(0);
  const older = useTask();
  useEffect(() => {
    let gone = false;
    setTrouble(null);
    read("/matches", { player, ...filter, limit: PAGE }).then((found) => gone || setPage(found), (error) => gone || setTrouble(error));
    return () => void (gone = true);
  }, [player, filter, tries]);
  useEffect(() => void read("/games").then((answer) => setGames(answer.games.map((/** @type {any} */ one) => one.game)), () => {}), []);
  const more = older.run(async () => {
    const next = await read("/matches", { player, ...filter, limit: PAGE, cursor: page?.next ?? "" });
    setPage({ matches: [...(page?.matches ?? []), ...next.matches], next: next.next });
  });
  const set = (/** @type {string} */ name) => (/** @type {any} */ event) => setFilter({ ...filter, [name]: event.target.value });
  const whole = filter.game === "" && filter.status === "";
  return html`<section class="people-part" aria-labelledby="people-matches">
    <h2 id="people-matches">${t("people.matches")}</h2>
    <${ErrorNotice} error=${trouble ?? older.trouble} again=${() => setTries(tries + 1)} />
    ${page && html`<${Records} lines=${page.matches} player=${player} more=${page.next !== null} />`}
    ${!(whole && page?.matches.length === 0) && html`<div class="row people-filters">
      <select aria-label=${t("people.game")} value=${filter.game} onChange=${set("game")}><option value="">${t("people.all_games")}</option>${games.map((game) => html`<option key=${game} value=${game}>${gameName(game)}</option>`)}</select>
      <select aria-label=${t("people.stand")} value=${filter.status} onChange=${set("status")}><option value="">${t("people.all_matches")}</option>${STATUSES.map((status) => html`<option key=${status} value=${status}>${t(`common.status.${status}`)}</option>`)}</select>
    </div>`}
    ${page ? html`<${List} lines=${page.matches} player=${player} own=${own} />` : !trouble && html`<p class="soft">${t("common.loading")}</p>`}
    ${page?.next && html`<button type="button" class="people-more" aria-busy=${older.busy} onClick=${more}>${t(older.busy ? "common.loading" : "people.more")}</button>`}
  </section>`;
}

/** Wins and matches per game, with a bar for each recent match: the higher the bar, the better the place.
 * @param {{lines: MatchLine[], player: string, more: boolean}} props `more` is true if older matches are not loaded
 */
function Records({ lines, player, more }) {
  const records = recordOf(lines, player);
  if (records.length === 0) return null;
  return html`<ul class="people-records">${records.map(({ game, played, won, course }) => html`<li key=${game} class="panel">
    <h3>${gameName(game)}</h3>
    <p>${t(more ? "people.record.last" : "people.record.all", { won, played })}</p>
    <svg class="people-course" viewBox=${`0 0 ${course.length * 8} 32`} preserveAspectRatio="xMinYMax meet" height="32" role="img" aria-label=${t("people.course", { count: course.length })}>${course.map((one, at) => html`<path key=${one.id} class=${one.place === 1 ? "won" : null} d=${`M${at * 8 + 3} 32v${-30 * height(one)}`}><title>${t("people.place_of", one)}</title></path>`)}</svg>
  </li>`)}</ul>`;
}

/** @param {{lines: MatchLine[], player: string, own: boolean}} props */
function List({ lines, player, own }) {
  if (lines.length === 0) return html`<p class="soft">${t("people.no_matches")}</p>`;
  return html`<div class="people-wide"><table class="people-matches" aria-labelledby="people-matches">
    <thead><tr><th scope="col">${t("people.game")}</th><th scope="col">${t("people.when")}</th><th scope="col" class="people-number">${t("people.place")}</th>
      <th scope="col" class="people-number">${t("people.points")}</th><th scope="col">${t("people.with")}</th><th scope="col">${t("people.match")}</th></tr></thead>
    <tbody>${lines.map((line) => html`<${Line} key=${line.id} line=${line} player=${player} own=${own} />`)}</tbody>
  </table></div>`;
}

/** @param {{line: MatchLine, player: string, own: boolean}} props */
function Line({ line, player, own }) {
  const { id, game, status, seats, result, origin } = line;
  const mine = ownSeat(seats, player);
  const left = mine ? undefined : seats.flatMap((seat) => seat.former ?? []).find((one) => one.player === player);
  const moment = line.closed_at ?? line.opened_at;
  const number = new Intl.NumberFormat(language());
  const [numbers, place, points] = mine && result ? ["people-number", result.places[mine.seat], number.format(result.points[mine.seat])] : ["people-number people-none", "–", "–"];
  const [where, entry] = status === "finished" ? ["replay", "replay"] : ["matches", own && mine ? "continue" : "watch"];
  return html`<tr class=${mine && result?.places[mine.seat] === 1 ? "won" : ""}>
    <th scope="row">${gameName(game)}${origin && html`<a class="people-origin" href=${origin.page}>${t("common.origin", origin)}</a>`}${left && html`<span class="people-origin">${t("people.left", left)}</span>`}</th>
    <td><time datetime=${moment} title=${dateAndTime(moment, language())}>${timeAgo(moment, language())}</time></td>
    <td class=${numbers} data-label=${t("people.place")}>${place}</td>
    <td class=${numbers} data-label=${t("people.points")}>${points}</td>
    <td><ul class="people-with">${seats.filter((seat) => seat !== mine).map((seat) => html`<li key=${seat.seat}><${Other} seat=${seat} />${result && html` <span class="soft">${number.format(result.points[seat.seat])}</span>`}</li>`)}</ul></td>
    <td><a class=${entry === "continue" ? "button primary" : ""} href=${`/${where}/${id}`}>${t(`people.enter.${entry}`)}</a></td>
  </tr>`;
}

/** @param {{seat: SeatLine}} props */
const Other = ({ seat }) => (seat.player && !seat.bot ? html`<a href=${`/players/${seat.player}`}>${seatName(seat)}</a>` : seatName(seat));
