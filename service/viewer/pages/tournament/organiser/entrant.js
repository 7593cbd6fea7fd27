/** The dialog about one entrant: presence, name of a guest, club, struck games, penalty and disqualification. */

import { html, useState } from "../../../dom.js";
import { Dialog } from "../../../ui/dialog.js";
import { t } from "../../../words/words.js";
import { isThere } from "../entry.js";
import { entrantName } from "../people.js";
import { StaffMessage, useStaffChanges } from "./staff_changes.js";
import { NO_CAUSE, CauseFields } from "./cause.js";

/** @typedef {import("../../../types.d.ts").TournamentSummary} TournamentSummary */

/** The presences that an organiser and a referee can set, by the current one. @type {Record<string, {organiser: string[], referee: string[]}>} */
const SAYABLE = {
  registered: { organiser: ["checked-in", "withdrawn"], referee: ["not-shown"] },
  "checked-in": { organiser: ["withdrawn"], referee: ["not-shown"] },
  withdrawn: { organiser: ["returned"], referee: [] },
  "not-shown": { organiser: ["returned", "withdrawn"], referee: [] },
  disqualified: { organiser: [], referee: [] },
};

/** @param {{card: TournamentSummary, onCard: (card: TournamentSummary) => void, number: number, renaming?: boolean, onClose: () => void}} props `renaming` is true if the dialog was opened by a button that only renames */
export function EntrantDialog({ card, onCard, number, renaming = false, onClose }) {
  const acts = useStaffChanges(card, onCard);
  const one = card.entrants[number - 1];
  const name = entrantName(card, number);
  const sayable = SAYABLE[one?.presence ?? ""];
  const said = [...(card.yours.organiser ? (sayable?.organiser ?? []) : []), ...(sayable?.referee ?? [])];
  const at = `entrants/${number}`;
  return html`<${Dialog} title=${name} open=${true} onClose=${onClose}>
    <div class="desk-dialog">
      <p>${t(`tournament.presence.${one?.presence}`)}</p>
      ${said.length > 0 && html`<div class="row">${said.map((presence) => html`<button key=${presence} type="button" aria-busy=${acts.busy}
        onClick=${acts.act(`${at}/presence`, { presence })}>${t(`desk.presence.${presence}`)}</button>`)}</div>`}
      ${card.yours.organiser && one?.guest && html`<${Rename} acts=${acts} at=${at} name=${one.name ?? ""} first=${renaming} then=${renaming ? onClose : undefined} />`}
      ${card.yours.organiser && one && mayStrike(card, one) && html`<${Strike} acts=${acts} at=${at} struck=${one.struck ?? false} />`}
      ${card.yours.organiser && one && !one.bot && html`<${Club} key=${one.club ?? ""} acts=${acts} at=${at} club=${one.club ?? ""} />`}
      <${Penalty} acts=${acts} at=${at} />
      ${one?.presence !== "disqualified" && html`<${Disqualify} acts=${acts} at=${at} />`}
      <${StaffMessage} of=${acts} />
    </div>
  <//>`;
}

/** The form that renames a guest.
 * @param {{acts: import("./staff_changes.js").StaffChanges, at: string, name: string, first: boolean, then?: (() => void) | undefined}} props `first` is true if the focus begins here
 */
function Rename({ acts, at, name, first, then }) {
  const [other, setOther] = useState(name);
  const called = other.trim();
  return html`<form class="desk-line" novalidate onSubmit=${acts.act(`${at}/name`, { name: called }, { put: true, confirmation: t("desk.done.renamed"), ...(then && { then }) })}>
    <label class="desk-wide">${t("tournament.column.name")} <input type="text" maxlength="40" autocomplete="off" autofocus=${first} value=${other} onFocus=${(/** @type {any} */ event) => event.target.select()}
      onInput=${(/** @type {any} */ event) => setOther(event.target.value)} /></label>
    <button aria-busy=${acts.busy} disabled=${!called || called === name}>${t("desk.rename.do")}</button>
  </form>`;
}

/** Returns whether an entrant's games can be struck: if the entrant has left a round robin at tables of two, and that is the last stage started.
 * @param {TournamentSummary} card
 * @param {import("../../../types.d.ts").EntrantLine} one
 */
function mayStrike(card, one) {
  const last = card.rounds.filter((round) => round.progress !== "paired").at(-1);
  const stage = card.plan.stages[last?.stage ?? -1];
  const plays = card.stages[last?.stage ?? -1]?.flat().includes(one.number) ?? false;
  return stage?.method === "round-robin" && stage.table === 2 && plays && !isThere(one);
}

/** @param {{acts: import("./staff_changes.js").StaffChanges, at: string, struck: boolean}} props */
function Strike({ acts, at, struck }) {
  return html`<section class="desk-inside"><h4>${t("desk.strike")}</h4>
    <p class="soft">${t(struck ? "desk.strike.struck" : "desk.strike.help")}</p>
    <button type="button" aria-busy=${acts.busy} onClick=${acts.act(`${at}/struck-games`, { struck: !struck }, { confirmation: t(struck ? "desk.done.unstruck" : "desk.done.struck") })}>${t(struck ? "desk.strike.back" : "desk.strike.do")}</button>
  </section>`;
}

/** The form that changes the club of an entrant.
 * @param {{acts: import("./staff_changes.js").StaffChanges, at: string, club: string}} props
 */
function Club({ acts, at, club }) {
  const [other, setOther] = useState(club);
  return html`<form class="desk-line" novalidate onSubmit=${acts.act(`${at}/club`, { club: other.trim() }, { put: true, confirmation: t("desk.done.club") })}>
    <label class="desk-wide">${t("tournament.column.club")} <input type="text" maxlength="40" autocomplete="off" value=${other} onInput=${(/** @type {any} */ event) => setOther(event.target.value)} /></label>
    <button aria-busy=${acts.busy} disabled=${other.trim() === club}>${t("desk.club.do")}</button>
  </form>`;
}

/** @param {{acts: import("./staff_changes.js").StaffChanges, at: string}} props */
function Penalty({ acts, at }) {
  const [points, setPoints] = useState("");
  const [why, setWhy] = useState(NO_CAUSE);
  const hundredths = Math.round(100 * (Number(points.replace(",", ".")) || 0));
  return html`<details class="desk-part"><summary><h4>${t("desk.penalty")}</h4></summary>
    <form class="desk-inside" novalidate onSubmit=${acts.act(`${at}/penalties`, { hundredths, ...why }, { confirmation: t("desk.done.penalty"), then: () => setPoints("") })}>
      <label class="desk-field">${t("desk.penalty.points")} <input type="text" autocomplete="off" maxlength="8" value=${points} aria-describedby="desk-penalty-help"
        onInput=${(/** @type {any} */ event) => setPoints(event.target.value)} /></label>
      <p id="desk-penalty-help" class="soft">${t("desk.penalty.help")}</p>
      <${CauseFields} id="penalty" why=${why} onChange=${setWhy} />
      <button aria-busy=${acts.busy} disabled=${hundredths === 0 || !why.cause}>${t("desk.penalty.do")}</button>
    </form>
  </details>`;
}

/** @param {{acts: import("./staff_changes.js").StaffChanges, at: string}} props */
function Disqualify({ acts, at }) {
  const [why, setWhy] = useState(NO_CAUSE);
  return html`<details class="desk-part"><summary><h4>${t("desk.disqualify")}</h4></summary>
    <form class="desk-inside" novalidate onSubmit=${acts.act(`${at}/presence`, { presence: "disqualified", ...why }, { confirmation: t("desk.done.disqualified") })}>
      <p>${t("desk.disqualify.help")}</p>
      <${CauseFields} id="disqualify" why=${why} onChange=${setWhy} />
      <button class="desk-danger" aria-busy=${acts.busy} disabled=${!why.cause}>${t("desk.disqualify.do")}</button>
    </form>
  </details>`;
}
