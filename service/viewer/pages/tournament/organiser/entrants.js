/** The entrants as the staff sees them, with a button for each. */

import { html, useState } from "../../../dom.js";
import { joinList, t } from "../../../words/words.js";
import { EntrantLink, entrantName, namesakes } from "../people.js";
import { Enter } from "./enter.js";
import { EntrantDialog } from "./entrant.js";
import { Forbidden } from "./forbidden.js";

/** @typedef {import("../../../types.d.ts").TournamentSummary} TournamentSummary */

/** @param {{card: TournamentSummary, onCard: (card: TournamentSummary) => void, acts: import("./staff_changes.js").StaffChanges}} props */
export function Entrants({ card, onCard, acts }) {
  const [chosen, setChosen] = useState(0);
  const [renaming, setRenaming] = useState(false);
  /** @param {number} number @param {boolean} [rename] */
  const choose = (number, rename = false) => {
    setChosen(number);
    setRenaming(rename);
  };
  const { organiser } = card.yours;
  const checking = organiser && card.plan.check_in && card.rounds.length === 0;
  const clubs = card.entrants.some((one) => one.club);
  return html`${organiser && html`<${Enter} card=${card} acts=${acts} />`}
    ${namesakes(card).length > 0 && html`<div class="notice desk-namesakes" role="status">${namesakes(card).map((those) => html`<${Namesakes} key=${those.join()} card=${card} those=${those}
      onChoose=${organiser ? (/** @type {number} */ number) => choose(number, true) : null} />`)}</div>`}
    ${card.entrants.length === 0 && html`<p class="soft">${t("tournament.entrants.none")}</p>`}
    ${card.entrants.length > 0 && html`<div class="desk-scroll" tabindex="0" role="region" aria-label=${t("desk.entrants")}><table class="desk-entrants">
      <caption class="unseen">${t("desk.entrants")}</caption>
      <thead><tr><th scope="col">${t("tournament.column.number")}</th><th scope="col">${t("tournament.column.name")}</th>
        ${clubs && html`<th scope="col">${t("tournament.column.club")}</th>`}<th scope="col">${t("tournament.column.presence")}</th><td></td></tr></thead>
      <tbody>${card.entrants.map((one) => html`<tr key=${one.number}>
        <td>${one.number}</td><th scope="row"><${EntrantLink} card=${card} number=${one.number} /></th>${clubs && html`<td>${one.club ?? ""}</td>`}
        <td>${t(`tournament.presence.${one.presence}`)}${one.struck && html` <span class="soft">${t("tournament.struck")}</span>`}</td>
        <td><div class="row">${checking && one.presence === "registered" && !one.bot && html`<button type="button" aria-label=${t("desk.presence.checked-in.of", { name: entrantName(card, one.number) })}
          onClick=${acts.act(`entrants/${one.number}/presence`, { presence: "checked-in" })}>${t("desk.presence.checked-in")}</button>`}
          <button type="button" aria-haspopup="dialog" aria-label=${t("desk.entrant.of", { name: entrantName(card, one.number) })}
            onClick=${() => choose(one.number)}>${t("desk.entrant")}</button></div></td>
      </tr>`)}</tbody>
    </table></div>`}
    ${organiser && card.entrants.length > 1 && html`<${Forbidden} card=${card} acts=${acts} />`}
    ${chosen > 0 && html`<${EntrantDialog} key=${chosen} card=${card} onCard=${onCard} number=${chosen} renaming=${renaming} onClose=${() => setChosen(0)} />`}`;
}

/** A notice about entrants with the same name, with buttons that rename guests.
 * @param {{card: TournamentSummary, those: number[], onChoose: ((number: number) => void) | null}} props
 */
function Namesakes({ card, those, onChoose }) {
  const guests = those.filter((number) => card.entrants[number - 1]?.guest);
  return html`<p>${t("desk.namesakes", { name: card.entrants[(those[0] ?? 1) - 1]?.name ?? "", numbers: joinList(those.map(String)) })}
    ${onChoose && guests.map((number) => html` <button key=${number} type="button" aria-haspopup="dialog" aria-label=${t("desk.rename.of", { name: entrantName(card, number) })}
      onClick=${() => onChoose(number)}>${t("desk.rename.number", { number })}</button>`)}</p>`;
}
