/** The organiser's desk: what comes next, the tables, the entrants, and everything else that the staff decides. */

import { html } from "../../../dom.js";
import { t } from "../../../words/words.js";
import { isOver } from "../entering.js";
import { Said, useActs } from "./acting.js";
import { Ending } from "./ending.js";
import { Entrants } from "./entrants.js";
import { Next } from "./next.js";
import { Papers } from "./papers.js";
import { Part } from "./part.js";
import { Staff } from "./staff.js";
import { Tables } from "./tables.js";
import { Words } from "./words.js";

/** @typedef {import("../../../types.d.ts").TournamentSummary} TournamentSummary */

/** @param {{card: TournamentSummary, onCard: (card: TournamentSummary) => void}} props */
export function Desk({ card, onCard }) {
  const acts = useActs(card, onCard);
  const { organiser } = card.yours;
  const over = isOver(card);
  const same = { card, onCard, acts };
  const begun = card.rounds.length > 0;
  return html`<div class="desk">
    ${organiser && !over && html`<${Next} ...${same} />`}
    ${begun && html`<${Part} key="tables" title=${t("desk.tables")} open><${Tables} ...${same} /><//>`}
    ${!over && html`<${Part} key="entrants" title=${t("desk.entrants")} note=${t("desk.entrants.count", { count: card.entrants.length })} open=${!begun}><${Entrants} ...${same} /><//>`}
    <${Part} key="papers" title=${t("desk.papers")}><${Papers} card=${card} /><//>
    ${organiser && !over && html`<${Part} key="words" title=${t("desk.words")}><${Words} ...${same} /><//>`}
    ${organiser && !over && html`<${Part} key="staff" title=${t("desk.staff")}><${Staff} ...${same} /><//>`}
    ${organiser && !over && html`<${Part} key="end" title=${t("desk.end")}><${Ending} ...${same} /><//>`}
    <${Said} of=${acts} />
  </div>`;
}
