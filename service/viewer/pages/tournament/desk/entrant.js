/** What can be done about one entrant: being there or not, a guest's name, a penalty, a disqualification. */

import { html, useState } from "../../../dom.js";
import { Dialog } from "../../../ui/dialog.js";
import { t } from "../../../words/words.js";
import { entrantName } from "../people.js";
import { Said, useActs } from "./acting.js";
import { NO_CAUSE, Why } from "./why.js";

/** @typedef {import("../../../types.d.ts").TournamentSummary} TournamentSummary */

/** What an organiser and what a referee can say of somebody, by how it stands. @type {Record<string, {organiser: string[], referee: string[]}>} */
const SAYABLE = {
  registered: { organiser: ["checked-in", "withdrawn"], referee: ["not-shown"] },
  "checked-in": { organiser: ["withdrawn"], referee: ["not-shown"] },
  withdrawn: { organiser: ["returned"], referee: [] },
  "not-shown": { organiser: ["returned", "withdrawn"], referee: [] },
  disqualified: { organiser: [], referee: [] },
};

/** @param {{card: TournamentSummary, onCard: (card: TournamentSummary) => void, number: number, renaming?: boolean, onClose: () => void}} props `renaming` is asked for by a button that only renames */
export function EntrantDialog({ card, onCard, number, renaming = false, onClose }) {
  const acts = useActs(card, onCard);
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
      <${Penalty} acts=${acts} at=${at} />
      ${one?.presence !== "disqualified" && html`<${Disqualify} acts=${acts} at=${at} />`}
      <${Said} of=${acts} />
    </div>
  <//>`;
}

/** Another name for a guest.
 * @param {{acts: import("./acting.js").Acts, at: string, name: string, first: boolean, then?: (() => void) | undefined}} props `first`: the keyboard begins here
 */
function Rename({ acts, at, name, first, then }) {
  const [other, setOther] = useState(name);
  const called = other.trim();
  return html`<form class="desk-line" novalidate onSubmit=${acts.act(`${at}/name`, { name: called }, { put: true, done: t("desk.done.renamed"), ...(then && { then }) })}>
    <label class="desk-wide">${t("tournament.column.name")} <input type="text" maxlength="40" autocomplete="off" autofocus=${first} value=${other} onFocus=${(/** @type {any} */ event) => event.target.select()}
      onInput=${(/** @type {any} */ event) => setOther(event.target.value)} /></label>
    <button aria-busy=${acts.busy} disabled=${!called || called === name}>${t("desk.rename.do")}</button>
  </form>`;
}

/** @param {{acts: import("./acting.js").Acts, at: string}} props */
function Penalty({ acts, at }) {
  const [points, setPoints] = useState("");
  const [why, setWhy] = useState(NO_CAUSE);
  const hundredths = Math.round(100 * (Number(points.replace(",", ".")) || 0));
  return html`<details class="desk-part"><summary><h4>${t("desk.penalty")}</h4></summary>
    <form class="desk-inside" novalidate onSubmit=${acts.act(`${at}/penalties`, { hundredths, ...why }, { done: t("desk.done.penalty"), then: () => setPoints("") })}>
      <label class="desk-field">${t("desk.penalty.points")} <input type="text" autocomplete="off" maxlength="8" value=${points} aria-describedby="desk-penalty-help"
        onInput=${(/** @type {any} */ event) => setPoints(event.target.value)} /></label>
      <p id="desk-penalty-help" class="soft">${t("desk.penalty.help")}</p>
      <${Why} id="penalty" why=${why} onChange=${setWhy} />
      <button aria-busy=${acts.busy} disabled=${hundredths === 0 || !why.cause}>${t("desk.penalty.do")}</button>
    </form>
  </details>`;
}

/** @param {{acts: import("./acting.js").Acts, at: string}} props */
function Disqualify({ acts, at }) {
  const [why, setWhy] = useState(NO_CAUSE);
  return html`<details class="desk-part"><summary><h4>${t("desk.disqualify")}</h4></summary>
    <form class="desk-inside" novalidate onSubmit=${acts.act(`${at}/presence`, { presence: "disqualified", ...why }, { done: t("desk.done.disqualified") })}>
      <p>${t("desk.disqualify.help")}</p>
      <${Why} id="disqualify" why=${why} onChange=${setWhy} />
      <button class="desk-danger" aria-busy=${acts.busy} disabled=${!why.cause}>${t("desk.disqualify.do")}</button>
    </form>
  </details>`;
}
