/** The ruling dialog: the staff sets or corrects the result of a table or of one of its games. */

import { html, useState } from "../../../dom.js";
import { Dialog } from "../../../ui/dialog.js";
import { Badge } from "../../../ui/seat_badge.js";
import { t } from "../../../words/words.js";
import { asTable } from "../games.js";
import { entrantName } from "../people.js";
import { WinnerField, interpretResult, namedWinner } from "../places.js";
import { StaffMessage } from "./staff_changes.js";
import { NO_CAUSE, CauseFields } from "./cause.js";

/**
 * @typedef {import("../../../types.d.ts").TournamentSummary} TournamentSummary
 * @typedef {import("../../../types.d.ts").TableCard} TableCard
 */

/** @param {{card: TournamentSummary, acts: import("./staff_changes.js").StaffChanges, round: number, table: TableCard, onClose: () => void}} props */
export function Ruling({ card, acts, round, table, onClose }) {
  const latest = table.games?.at(-1)?.game ?? 0;
  const [which, setWhich] = useState(table.result ? 0 : latest);
  const game = table.games?.find((one) => one.game === which);
  const about = game ? asTable(table, game) : { ...table, reported: table.games ? undefined : table.reported };
  const title = about.result ? "desk.rule.correct" : "desk.rule.title";
  return html`<${Dialog} title=${t(title, { table: table.table })} open=${true} onClose=${onClose}>
    ${table.games && html`<label class="desk-field">${t("desk.rule.which")} <select onChange=${(/** @type {any} */ event) => setWhich(Number(event.target.value))}>
      <option value="0" selected=${which === 0}>${t("desk.rule.whole")}</option>
      ${table.games.map((one) => html`<option key=${one.game} value=${one.game} selected=${which === one.game}>${t("tournament.game", { game: one.game })}</option>`)}
    </select></label>`}
    <${RulingForm} key=${which} card=${card} acts=${acts} round=${round} table=${about} whole=${Boolean(table.games) && which === 0} onClose=${onClose} />
  <//>`;
}

/** @param {{card: TournamentSummary, acts: import("./staff_changes.js").StaffChanges, round: number, table: TableCard, whole: boolean, onClose: () => void}} props */
function RulingForm({ card, acts, round, table, whole: all, onClose }) {
  const [sent, setSent] = useState(false);
  const known = table.result ?? table.reported;
  const [points, setPoints] = useState(() => table.entrants.map((_, seat) => String(known?.points[seat] ?? "")));
  const [byHand, setByHand] = useState(/** @type {string[] | null} */ (null));
  const [named, setNamed] = useState(() => namedWinner(known));
  const [why, setWhy] = useState(NO_CAUSE);
  const { complete, numbers, winner, places: follow } = interpretResult(card, points, named);
  const places = byHand?.map((one) => Number(one)) ?? follow;
  const fits = !card.one_winner || places.filter((one) => one === 1).length === 1;
  const corrects = Boolean(table.result);
  const send = acts.act(`rounds/${round}/tables/${table.table}/rulings`, { points: numbers, places, ...(table.game && { game: table.game }), ...why }, { then: onClose, confirmation: t("desk.done.ruled") });
  return html`<form class="desk-dialog" novalidate onSubmit=${(/** @type {Event} */ event) => (setSent(true), send(event))}>
      <p>${t(all ? "desk.rule.whole.help" : corrects ? "desk.rule.correct.help" : table.match ? "desk.rule.help" : "desk.rule.elsewhere")}</p>
      <table class="desk-rule"><caption class="unseen">${t("tournament.table", { table: table.table })}</caption>
        <thead><tr><th scope="col">${t("tournament.column.name")}</th><th scope="col">${t("desk.rule.points")}</th><th scope="col">${t("desk.rule.place")}</th></tr></thead>
        <tbody>${table.entrants.map((number, seat) => html`<tr key=${number}>
          <th scope="row"><${Badge} seat=${seat} /> ${entrantName(card, number)}</th>
          <td><input type="text" inputmode="numeric" maxlength="5" autocomplete="off" aria-label=${t("desk.rule.points_of", { name: entrantName(card, number) })} value=${points[seat]}
            onInput=${(/** @type {any} */ event) => setPoints(points.map((one, at) => (at === seat ? event.target.value : one)))} /></td>
          <td>${byHand ? html`<select aria-label=${t("desk.rule.place_of", { name: entrantName(card, number) })}
              onChange=${(/** @type {any} */ event) => setByHand(byHand.map((one, at) => (at === seat ? event.target.value : one)))}>
              ${table.entrants.map((_, at) => html`<option key=${at} value=${at + 1} selected=${Number(byHand[seat]) === at + 1}>${at + 1}</option>`)}</select>` : complete ? follow[seat] : "–"}</td>
        </tr>`)}</tbody></table>
      <label class="lobby-check"><input type="checkbox" checked=${byHand !== null}
        onChange=${(/** @type {any} */ event) => setByHand(event.target.checked ? follow.map(String) : null)} /><span>${t("desk.rule.by_hand")}</span></label>
      ${card.one_winner && !byHand && html`<${WinnerField} card=${card} table=${table} winner=${winner} onChange=${setNamed} />`}
      ${complete && !fits && html`<p class="notice" role="status">${t("tournament.problem.one-winner")}</p>`}
      <${CauseFields} id="rule" why=${why} onChange=${setWhy} />
      <button class="primary" aria-busy=${acts.busy} disabled=${!complete || !fits || !why.cause}>${t(corrects ? "desk.rule.correct.do" : "desk.rule.do")}</button>
      ${sent && html`<${StaffMessage} of=${acts} />`}
    </form>`;
}
