/** Sealed deck lists: submitting a list, and reading the lists that have been opened. */

import { html, useEffect, useState } from "../../dom.js";
import { Copy } from "../../ui/copy.js";
import { Dialog } from "../../ui/dialog.js";
import { useTask } from "../../ui/task.js";
import { isProblem, read } from "../../api/api.js";
import { putChange } from "./summary.js";
import { language, t } from "../../words/words.js";
import { ListChoice, useReadyLists } from "./list_choice.js";
import { entrantName } from "./people.js";
import { isOver } from "./entry.js";
import { Refusal } from "./refusal.js";

/** @typedef {import("../../types.d.ts").TournamentSummary} TournamentSummary */

/** The user's deck list. It can be submitted until the user's first table starts.
 * @param {{card: TournamentSummary, number: number, onCard: (card: TournamentSummary) => void}} props
 */
export function YourList({ card, number, onCard }) {
  const [text, setText] = useState("");
  const [ready, setReady] = useState(/** @type {import("./list_choice.js").Ready | null} */ (null));
  const lists = useReadyLists(card.game);
  const wanted = ready?.deck ?? text;
  const [shown, setShown] = useState(false);
  const { busy, trouble, run } = useTask();
  const { deck: commitment, deck_by: by } = /** @type {import("../../types.d.ts").EntrantLine} */ (card.entrants[number - 1]);
  const open = !isOver(card) && card.rounds.every((round) => round.progress === "paired" || !round.tables.some((table) => table.entrants.includes(number)));
  const hand = run(async () => {
    onCard(await putChange(card.id, `entrants/${number}/deck`, { deck: wanted }, { language: language() }));
    setText("");
    setReady(null);
  });
  return html`<section class="tn-section" aria-labelledby="tn-list">
    <h2 id="tn-list">${t("tournament.list.yours")}</h2>
    ${commitment && html`<p role="status">${t("tournament.list.sealed")} <code>${commitment}</code></p>
      ${by && html`<p class="notice">${t("tournament.list.by", { name: card.staff.find((one) => one.player === by)?.name ?? by })}</p>`}
      <div class="row"><button type="button" onClick=${() => setShown(true)}>${t("tournament.list.show")}</button></div>`}
    ${open
      ? html`<form class="tn-form" novalidate onSubmit=${hand}>
          <${ListChoice} lists=${lists} chosen=${ready?.id ?? ""} onChoose=${setReady} />
          ${!ready && html`<label for="tn-deck">${t("tournament.list.yours")}</label>
          <textarea id="tn-deck" class="mono" rows="8" maxlength="20000" spellcheck=${false} value=${text} aria-describedby="tn-deck-help"
            onInput=${(/** @type {any} */ event) => setText(event.target.value)}></textarea>`}
          <p id="tn-deck-help" class="soft">${t("tournament.list.help")} <a href=${`/decks?game=${card.game}`}>${t("tournament.list.build")}</a></p>
          <${Refusal} error=${trouble} />
          ${isProblem(trouble, "deck-invalid") && html`<${Faults} trouble=${trouble} />`}
          <button class="primary" aria-busy=${busy} disabled=${!wanted.trim()}>${t("tournament.list.hand_in")}</button>
        </form>`
      : html`<p class="soft">${t("tournament.list.locked")}</p>`}
    ${shown && html`<${ListDialog} card=${card} number=${number} onClose=${() => setShown(false)} />`}
  </section>`;
}

/** The problems of a refused list, as the service describes them.
 * @param {{trouble: any}} props
 */
function Faults({ trouble }) {
  const problems = /** @type {import("../../types.d.ts").DeckProblem[]} */ (trouble.members.problems ?? []);
  return html`<ul>${problems.map((one, at) => html`<li key=${at}>${one.sentence}</li>`)}</ul>`;
}

/** A dialog with an entrant's list, its commitment and its salt. If the owner was erased, the list is gone too.
 * @param {{card: TournamentSummary, number: number, onClose: () => void}} props
 */
export function ListDialog({ card, number, onClose }) {
  const [list, setList] = useState(/** @type {{deck: string, salt: string, commitment: string} | null} */ (null));
  const [trouble, setTrouble] = useState(/** @type {unknown} */ (null));
  useEffect(() => void read(`/tournaments/${card.id}/entrants/${number}/deck`).then(setList, setTrouble), [card.id, number]);
  return html`<${Dialog} title=${t("tournament.list.of", { name: entrantName(card, number) })} open=${true} onClose=${onClose}>
    ${isProblem(trouble, "not-found") ? html`<p role="status">${t("tournament.list.is_erased")}</p>` : html`<${Refusal} error=${trouble} />`}
    ${list && html`<pre class="tn-deck" tabindex="0">${list.deck}</pre>
      <dl class="tn-plan">
        <div><dt>${t("tournament.proof.commitment")}</dt><dd><code>${list.commitment}</code></dd></div>
        <div><dt>${t("tournament.list.salt")}</dt><dd><code>${list.salt}</code></dd></div>
      </dl>
      <div class="row"><${Copy} text=${list.deck} /></div>`}
  <//>`;
}
