/** The explanation of a number in the standings: its terms with round, table and match. */

import { html } from "../../dom.js";
import { Dialog } from "../../ui/dialog.js";
import { t } from "../../words/words.js";
import { formatScore } from "./games.js";
import { isRounded, formatAmount } from "./numbers.js";
import { EntrantLink, entrantName } from "./people.js";
import { tieName } from "./plan.js";

/**
 * @typedef {import("../../types.d.ts").TournamentSummary} TournamentSummary
 * @typedef {import("../../types.d.ts").StandingTerm} StandingTerm
 */

/** Tie-breaks that are averages. */
const MEANS = ["OPA", "OWR", "AOB"];

/** @param {{card: TournamentSummary, line: import("../../types.d.ts").StandingLine, value: import("../../types.d.ts").StandingValue, onClose: () => void}} props */
export function Terms({ card, line, value, onClose }) {
  const title = t("tournament.standings.explain", { label: tieName(value.code), name: entrantName(card, line.entrant), value: formatAmount(value.amount) });
  const about = value.terms.some((term) => term.about !== null);
  return html`<${Dialog} title=${title} open=${true} onClose=${onClose} wide=${true}>
    ${isRounded(value.amount) && html`<p class="soft">${t("tournament.terms.exact", { exact: value.amount.exact })}</p>`}
    ${value.terms.length === 0
      ? html`<p>${t("tournament.terms.none")}</p>`
      : html`<p class="soft">${t(`tournament.terms.${MEANS.includes(value.code) ? "mean" : "sum"}`)}</p>
          <div class="tn-wide"><table class="tn-table">
            <thead><tr>
              <th scope="col">${t("tournament.column.round")}</th><th scope="col">${t("tournament.column.table")}</th>
              ${about && html`<th scope="col">${t("tournament.column.about")}</th>`}
              <th scope="col" class="tn-number">${t("tournament.column.amount")}</th><th scope="col">${t("tournament.column.why")}</th><th scope="col">${t("tournament.column.match")}</th>
            </tr></thead>
            <tbody>${value.terms.map((term, at) => html`<tr key=${at}>
              <td>${term.round > 0 ? html`<a href=${`#rounds/${term.round}`} onClick=${onClose}>${term.round}</a>` : "–"}</td>
              <td>${term.table > 0 ? html`<a href=${`#rounds/${term.round}/${term.table}`} onClick=${onClose} aria-label=${t("tournament.table", { table: term.table })}>${term.table}</a>` : "–"}</td>
              ${about && html`<td>${term.about !== null ? html`<${EntrantLink} card=${card} number=${term.about} />` : ""}</td>`}
              <td class="tn-number" title=${isRounded(term.amount) ? term.amount.exact : null}>${formatAmount(term.amount)}</td>
              <td>${whyText(card, line.entrant, term)}</td>
              <td>${term.matches?.length ? html`<${Matches} term=${term} />` : term.match ? html`<a href=${`/replay/${term.match}`}>${t("tournament.table.replay")}</a>` : "–"}</td>
            </tr>`)}</tbody>
          </table></div>`}
  <//>`;
}

/** The games of a table with their replays. @param {{term: StandingTerm}} props */
function Matches({ term }) {
  return html`${formatScore(term.won ?? [])} ${(term.matches ?? []).map((match, at) => html`<a key=${match} class="tn-nth" href=${`/replay/${match}`}
    aria-label=${t("tournament.game.replay_of", { table: term.table, game: at + 1 })}>${at + 1}</a>`)}`;
}

/** Returns the reason for the amount of a term of a score: its note, or the result of the table.
 * @param {TournamentSummary} card
 * @param {number} entrant
 * @param {StandingTerm} term
 * @returns {string}
 */
export function whyText(card, entrant, term) {
  if (term.note) return noteText(term);
  const table = term.table > 0 ? card.rounds[term.round - 1]?.tables[term.table - 1] : undefined;
  const seat = table?.entrants.indexOf(term.about ?? entrant) ?? -1;
  if (!table?.result || seat < 0) return "";
  const all = table.result.points.reduce((sum, one) => sum + one, 0);
  return t("tournament.terms.why", { place: table.result.places[seat], seats: table.entrants.length, points: table.result.points[seat], all });
}

/** @param {StandingTerm} term */
function noteText(term) {
  const key = `tournament.note.${term.note}`;
  const words = t(key);
  return words === key ? term.note : words;
}
