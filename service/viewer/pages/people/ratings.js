/** The ratings of a player, one pool after another, with interval and history. */

import { html } from "../../dom.js";
import { gameName } from "../../ui/game_name.js";
import { t } from "../../words/words.js";
import { Curve } from "./curve.js";
import { formatRating } from "./format_rating.js";

/**
 * @typedef {import("../../types.d.ts").PlayerProfile} PlayerProfile
 * @typedef {import("../../types.d.ts").RatingLine} RatingLine
 */

/** @param {{profile: PlayerProfile}} props */
export function Ratings({ profile }) {
  const titles = new Map(profile.entries.map((one) => [one.tournament, one.title]));
  return html`<section class="people-part" aria-labelledby="people-ratings">
    <h2 id="people-ratings">${t("people.ratings")}</h2>
    ${profile.ratings.length === 0
      ? html`<p class="soft">${t("people.no_ratings")}</p>`
      : html`<p class="soft">${t("people.ratings_how")}</p>
          <ul class="people-ratings">${profile.ratings.map((line) => html`<${Pool} key=${`${line.game}-${line.seats}-${line.bots}`} line=${line} titles=${titles} />`)}</ul>`}
  </section>`;
}

/** @param {{line: RatingLine, titles: Map<string, string>}} props */
function Pool({ line, titles }) {
  const [low, high] = line.interval;
  return html`<li class="panel people-pool">
    <h3>${t("people.pool", { game: gameName(line.game), seats: line.seats, bots: line.bots })}</h3>
    <p class="people-shown"><strong>${formatRating(line.shown)}</strong> ${line.provisional && html`<span class="people-chip">${t("people.provisional")}</span>`}</p>
    <p class="soft">${t("people.interval", { low: formatRating(low), high: formatRating(high) })}</p>
    <p class="soft">${t("people.record", { place: line.place, contests: line.contests, wins: line.wins })}</p>
    ${line.history.length > 1 && html`<${Curve} history=${line.history} />`}
    <details>
      <summary>${t("people.as_table")}</summary>
      <div class="people-wide"><table>
        <thead><tr><th scope="col">${t("people.tournament")}</th><th scope="col" class="people-number">${t("people.round")}</th>
          <th scope="col" class="people-number">${t("people.rating")}</th><th scope="col" class="people-number">${t("people.from_to")}</th></tr></thead>
        <tbody>${[...line.history].reverse().map((point, at) => html`<tr key=${at}>
          <th scope="row"><a href=${`/tournaments/${point.tournament}#rounds/${point.round}/${point.table}`}>${titles.get(point.tournament) ?? t("people.tournament")}</a></th>
          <td class="people-number">${point.round}</td>
          <td class="people-number">${formatRating(point.shown)}</td>
          <td class="people-number">${formatRating(point.middle - 2 * point.deviation)} – ${formatRating(point.middle + 2 * point.deviation)}</td>
        </tr>`)}</tbody>
      </table></div>
    </details>
  </li>`;
}
