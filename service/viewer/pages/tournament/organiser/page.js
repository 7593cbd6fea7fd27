/** The organiser's page: the next step, the tables, the entrants, and all other decisions of the staff. */

import { html } from "../../../dom.js";
import { t } from "../../../words/words.js";
import { isOver } from "../entry.js";
import { StaffMessage, useStaffChanges } from "./staff_changes.js";
import { Ending } from "./ending.js";
import { Entrants } from "./entrants.js";
import { NextStep } from "./next_step.js";
import { Papers } from "./papers.js";
import { Part } from "./part.js";
import { Staff } from "./staff.js";
import { Tables } from "./tables.js";
import { TitleForm } from "./title.js";

/** @typedef {import("../../../types.d.ts").TournamentSummary} TournamentSummary */

/** @param {{card: TournamentSummary, onCard: (card: TournamentSummary) => void}} props */
export function OrganiserPage({ card, onCard }) {
  const acts = useStaffChanges(card, onCard);
  const { organiser } = card.yours;
  const over = isOver(card);
  const same = { card, onCard, acts };
  const begun = card.rounds.length > 0;
  return html`<div class="desk">
    ${organiser && !over && html`<${NextStep} ...${same} />`}
    ${begun && html`<${Part} key="tables" title=${t("desk.tables")} open><${Tables} ...${same} /><//>`}
    ${!over && html`<${Part} key="entrants" title=${t("desk.entrants")} note=${t("desk.entrants.count", { count: card.entrants.length })} open=${!begun}><${Entrants} ...${same} /><//>`}
    <${Part} key="papers" title=${t("desk.papers")}><${Papers} card=${card} /><//>
    ${organiser && !over && html`<${Part} key="words" title=${t("desk.words")}><${TitleForm} ...${same} /><//>`}
    ${organiser && !over && html`<${Part} key="staff" title=${t("desk.staff")}><${Staff} ...${same} /><//>`}
    ${organiser && !over && html`<${Part} key="end" title=${t("desk.end")}><${Ending} ...${same} /><//>`}
    <${StaffMessage} of=${acts} />
  </div>`;
}
