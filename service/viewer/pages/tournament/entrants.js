/** The entrants, in the order of their numbers. */

import { html, useState } from "../../dom.js";
import { t } from "../../words/words.js";
import { EntrantLink, entrantName } from "./people.js";
import { ListDialog } from "./sealed_list.js";
import { isThere } from "./entry.js";

/**
 * @typedef {import("../../types.d.ts").TournamentSummary} TournamentSummary
 * @typedef {import("../../types.d.ts").EntrantLine} EntrantLine
 */

/** @param {{card: TournamentSummary}} props */
export function Entrants({ card }) {
  const [list, setList] = useState(0);
  const clubs = card.entrants.some((one) => one.club);
  const decks = card.plan.decks !== "none";
  return html`<section class="tn-section" aria-labelledby="tn-entrants">
    <h2 id="tn-entrants">${t("tournament.section.entrants")}</h2>
    ${card.entrants.length === 0
      ? html`<p class="soft">${t("tournament.entrants.none")}</p>`
      : html`<div class="tn-wide"><table class="tn-table">
          <caption>${t("tournament.entrants.count", { count: card.entrants.length, there: card.entrants.filter(isThere).length })}</caption>
          <thead><tr>
            <th scope="col" class="tn-number">${t("tournament.column.number")}</th>
            <th scope="col">${t("tournament.column.name")}</th>
            ${clubs && html`<th scope="col">${t("tournament.column.club")}</th>`}
            <th scope="col">${t("tournament.column.presence")}</th>
            ${decks && html`<th scope="col">${t("tournament.column.deck")}</th>`}
          </tr></thead>
          <tbody>${card.entrants.map((one) => html`<tr key=${one.number} class=${isThere(one) ? "" : "gone"}>
            <td class="tn-number">${one.number}</td>
            <th scope="row"><${EntrantLink} card=${card} number=${one.number} />${one.number === card.yours.entrant && html` <span class="tn-chip">${t("tournament.you")}</span>`}</th>
            ${clubs && html`<td>${one.club}</td>`}
            <td>${t(`tournament.presence.${one.presence}`)}<${EntrantNotes} one=${one} /></td>
            ${decks && html`<td><${ListState} card=${card} one=${one} onShow=${() => setList(one.number)} /></td>`}
          </tr>`)}</tbody>
        </table></div>`}
    ${list > 0 && html`<${ListDialog} card=${card} number=${list} onClose=${() => setList(0)} />`}
  </section>`;
}

/** Additional facts about an entrant.
 * @param {{one: EntrantLine}} props
 */
function EntrantNotes({ one }) {
  const told = [];
  if (one.joined > 1) told.push(t("tournament.late", { round: one.joined }));
  if (one.guest) told.push(t("tournament.guest"));
  if (one.struck) told.push(t("tournament.struck"));
  return told.length > 0 ? html` <span class="soft">${told.join(", ")}</span>` : null;
}

/** The state of an entrant's deck list, with a link if the user may read it.
 * @param {{card: TournamentSummary, one: EntrantLine, onShow: () => void}} props
 */
function ListState({ card, one, onShow }) {
  if (!one.deck) return t("tournament.list.is_missing");
  if (!one.deck_opened && !mayRead(card, one.number)) return html`<span title=${one.deck}>${t("tournament.list.is_sealed")}</span>`;
  if (one.deck_opened) return html`<a href=${`#lists/${one.number}`} aria-label=${t("tournament.list.show_of", { name: entrantName(card, one.number) })}>${t("tournament.list.show")}</a>`;
  return html`<button type="button" aria-label=${t("tournament.list.show_of", { name: entrantName(card, one.number) })} onClick=${onShow}>${t("tournament.list.show")}</button>`;
}

/** Returns whether the user may read an unpublished deck list: their own, or an opponent's if the plan allows it.
 * @param {TournamentSummary} card
 * @param {number} number
 */
function mayRead(card, number) {
  const own = card.yours.entrant;
  if (own === null) return false;
  if (own === number) return true;
  const together = (/** @type {import("../../types.d.ts").TableCard} */ table) => table.entrants.includes(own) && table.entrants.includes(number);
  return card.plan.decks === "table" && card.rounds.some((round) => round.progress !== "paired" && round.tables.some(together));
}
