/** Sealed lists: handing one in, and reading those that are open. */

import { html, useEffect, useState } from "../../dom.js";
import { Copy } from "../../ui/copy.js";
import { Dialog } from "../../ui/dialog.js";
import { useDoing } from "../../ui/doing.js";
import { isProblem, read } from "../../api/api.js";
import { load } from "../../games/games.js";
import { put } from "./card.js";
import { language, t } from "../../words/words.js";
import { fault } from "./faults.js";
import { entrantName } from "./people.js";
import { isOver } from "./entering.js";
import { Refusal } from "./trouble.js";

/** @typedef {import("../../types.d.ts").TournamentSummary} TournamentSummary */

/** The own list: handed in until the own first table starts.
 * @param {{card: TournamentSummary, number: number, onCard: (card: TournamentSummary) => void}} props
 */
export function YourList({ card, number, onCard }) {
  const [text, setText] = useState("");
  const [shown, setShown] = useState(false);
  const { busy, trouble, run } = useDoing();
  const { deck: commitment, deck_by: by } = /** @type {import("../../types.d.ts").EntrantLine} */ (card.entrants[number - 1]);
  const open = !isOver(card) && card.rounds.every((round) => round.progress === "paired" || !round.tables.some((table) => table.entrants.includes(number)));
  const hand = run(async () => {
    onCard(await put(card.id, `entrants/${number}/deck`, { deck: text }));
    setText("");
  });
  return html`<section class="tn-section" aria-labelledby="tn-list">
    <h2 id="tn-list">${t("tournament.list.yours")}</h2>
    ${commitment && html`<p role="status">${t("tournament.list.sealed")} <code>${commitment}</code></p>
      ${by && html`<p class="notice">${t("tournament.list.by", { name: card.staff.find((one) => one.player === by)?.name ?? by })}</p>`}
      <div class="row"><button type="button" onClick=${() => setShown(true)}>${t("tournament.list.show")}</button></div>`}
    ${open
      ? html`<form class="tn-form" novalidate onSubmit=${hand}>
          <label for="tn-deck">${t("tournament.list.yours")}</label>
          <textarea id="tn-deck" class="mono" rows="8" maxlength="20000" spellcheck=${false} value=${text} aria-describedby="tn-deck-help"
            onInput=${(/** @type {any} */ event) => setText(event.target.value)}></textarea>
          <p id="tn-deck-help" class="soft">${t("tournament.list.help")} <a href=${`/decks?game=${card.game}`}>${t("tournament.list.build")}</a></p>
          <${Refusal} error=${trouble} />
          ${isProblem(trouble, "deck-invalid") && html`<${Faults} game=${card.game} trouble=${trouble} />`}
          <button class="primary" aria-busy=${busy} disabled=${!text.trim()}>${t("tournament.list.hand_in")}</button>
        </form>`
      : html`<p class="soft">${t("tournament.list.locked")}</p>`}
    ${shown && html`<${ListDialog} card=${card} number=${number} onClose=${() => setShown(false)} />`}
  </section>`;
}

/** Why the game refuses a list, in its own words; what it has no words for is told as it is.
 * @param {{game: string, trouble: any}} props
 */
function Faults({ game, trouble }) {
  const [names, setNames] = useState(/** @type {import("./faults.js").Names} */ ({}));
  useEffect(() => void load(game).then(({ box }) => setNames(box.components["names"][language()] ?? {}), () => undefined), [game]);
  const problems = /** @type {import("../../types.d.ts").DeckProblem[]} */ (trouble.members.problems ?? []);
  return html`<ul>${problems.map((one, at) => html`<li key=${at}>${fault(names, one)}</li>`)}</ul>`;
}

/** An entrant's list with its commitment and salt; one that is gone was erased with its owner.
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
