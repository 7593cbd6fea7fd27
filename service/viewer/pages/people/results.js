/** The tournament tables of a player, each with its result and replay. */

import { personName } from "../../ui/seat_name.js";
import { html } from "../../dom.js";
import { entrantBotName } from "../../ui/bots.js";
import { stageName } from "../../ui/stage_name.js";
import { language, t } from "../../words/words.js";

/**
 * @typedef {import("../../types.d.ts").PlayerProfile} PlayerProfile
 * @typedef {import("../../types.d.ts").ProfileTable} ProfileTable
 */

/** @param {{profile: PlayerProfile}} props */
export function Results({ profile }) {
  const titles = new Map(profile.entries.map((one) => [one.tournament, one.title]));
  return html`<section class="people-part" aria-labelledby="people-results">
    <h2 id="people-results">${t("people.results")}</h2>
    ${profile.tables.length === 0
      ? html`<p class="soft">${t("people.no_results")}</p>`
      : html`<div class="people-wide"><table aria-labelledby="people-results">
          <thead><tr><th scope="col">${t("people.tournament")}</th><th scope="col" class="people-number">${t("people.round")}</th>
            <th scope="col" class="people-number">${t("people.place")}</th><th scope="col" class="people-number">${t("people.points")}</th>
            <th scope="col">${t("people.with")}</th><th scope="col">${t("people.match")}</th></tr></thead>
          <tbody>${profile.tables.map((one) => html`<${Line} key=${`${one.tournament}-${one.round}`} table=${one} title=${titles.get(one.tournament) ?? ""} player=${profile.player} />`)}</tbody>
        </table></div>`}
  </section>`;
}

/** @param {{table: ProfileTable, title: string, player: string}} props */
function Line({ table, title, player }) {
  const own = table.seats.find((seat) => seat.player === player);
  const others = table.seats.filter((seat) => seat !== own);
  const number = new Intl.NumberFormat(language());
  const at = `/tournaments/${table.tournament}#rounds/${table.round}/${table.table}`;
  return html`<tr class=${own?.place === 1 ? "won" : ""}>
    <th scope="row"><a href=${at}>${title}</a></th>
    <td class="people-number"><a href=${at} aria-label=${`${t("people.round")} ${table.round}, ${t("people.table")} ${table.table}`}>${table.name ? stageName(table.name) : table.round}</a></td>
    <td class="people-number">${own?.place}${table.won && own && html` <span class="soft">(${gameScore(table, own)})</span>`}</td>
    <td class="people-number">${own && number.format(own.points)}</td>
    <td><ul class="people-with">${others.map((seat) => html`<li key=${seat.entrant}><${Other} seat=${seat} /> <span class="soft">${number.format(seat.points)}</span></li>`)}</ul></td>
    <td>${table.games ? html`<${Games} table=${table} />` : table.page ? html`<a href=${table.page} aria-label=${t("people.replay_of", { round: table.round, table: table.table })}>${t("people.replay")}</a>` : "–"}</td>
  </tr>`;
}

/** Formats games won and lost: "2 : 1".
 * @param {ProfileTable} table
 * @param {ProfileTable["seats"][number]} own
 */
function gameScore({ seats, won = [] }, own) {
  const mine = won[seats.indexOf(own)] ?? 0;
  return `${mine} : ${won.reduce((sum, one) => sum + one, 0) - mine}`;
}

/** Links to the replays of a table's games. @param {{table: ProfileTable}} props */
function Games({ table }) {
  return html`<span class="row">${(table.games ?? []).map(({ game, page }) => page && html`<a key=${game} href=${page}
    aria-label=${t("people.replay_of_game", { round: table.round, table: table.table, game })}>${game}</a>`)}</span>`;
}

/** @param {{seat: ProfileTable["seats"][number]}} props */
function Other({ seat }) {
  if (seat.bot) return entrantBotName(seat.bot, seat.entrant);
  const name = personName(seat);
  return seat.player ? html`<a href=${`/players/${seat.player}`}>${name}</a>` : name;
}
