/** The tournaments of a player, with the place in each. */

import { html } from "../../dom.js";
import { gameName } from "../../ui/game_name.js";
import { language, t } from "../../words/words.js";

/** @typedef {import("../../types.d.ts").ProfileEntry} ProfileEntry */

/** @param {{entries: ProfileEntry[]}} props */
export function Entries({ entries }) {
  const day = new Intl.DateTimeFormat(language(), { dateStyle: "medium" });
  return html`<section class="people-part" aria-labelledby="people-tournaments">
    <h2 id="people-tournaments">${t("people.tournaments")}</h2>
    ${entries.length === 0
      ? html`<p class="soft">${t("people.no_tournaments")}</p>`
      : html`<div class="people-wide"><table aria-labelledby="people-tournaments">
          <thead><tr><th scope="col" class="people-number">${t("people.place")}</th><th scope="col">${t("people.tournament")}</th><th scope="col">${t("people.game")}</th>
            <th scope="col">${t("people.stand")}</th><th scope="col">${t("people.when")}</th></tr></thead>
          <tbody>${entries.map((one) => html`<tr key=${`${one.tournament}-${one.entrant}`}>
            <td class="people-number">${one.place ?? "–"}</td>
            <th scope="row"><a href=${one.page}>${one.title}</a></th>
            <td>${gameName(one.game)}</td>
            <td>${describeState(one)}</td>
            <td><time datetime=${one.created_at}>${day.format(new Date(one.created_at))}</time></td>
          </tr>`)}</tbody>
        </table></div>`}
  </section>`;
}

/** Describes the state of the tournament, and whether the player is still in it.
 * @param {ProfileEntry} one
 * @returns {string}
 */
function describeState(one) {
  const phase = t(`people.phase.${one.phase}`);
  return one.presence === "registered" || one.presence === "checked-in" ? phase : `${phase}; ${t(`people.presence.${one.presence}`)}`;
}
