/** A round that is paired and has not started: it can start, or be drawn again, or be changed by hand. */

import { html, useState } from "../../../dom.js";
import { t } from "../../../words/words.js";
import { numbered } from "../people.js";
import { sheetAt } from "../sheets.js";
import { Cost, DrawnTables, byHand } from "./drawn_tables.js";
import { Drawing } from "./drawing.js";
import { keptBy } from "./forced.js";

/** @param {{card: import("../../../types.d.ts").TournamentSummary, round: import("../../../types.d.ts").RoundCard, acts: import("./acting.js").Acts}} props */
export function Paired({ card, round, acts }) {
  const [changing, setChanging] = useState(false);
  const number = round.round;
  if (changing) {
    return html`<${Drawing} card=${card} number=${number} acts=${acts} again at_once fixed=${round.fixed} keep=${keptBy(round)} />
      <div class="row"><button type="button" class="plain" onClick=${() => setChanging(false)}>${t("common.cancel")}</button></div>`;
  }
  const gone = round.tables.flatMap((table) => table.entrants).filter((one) => !["registered", "checked-in"].includes(card.entrants[one - 1]?.presence ?? ""));
  return html`${gone.length > 0 && html`<p class="notice">${t("desk.draw.gone", { names: gone.map((one) => numbered(card, one)).join(", ") })}</p>`}
    <${DrawnTables} card=${card} draw=${round} />
    <div class="row">
      <button type="button" class="primary" aria-busy=${acts.busy}
        onClick=${acts.act(`rounds/${number}/start`, undefined, { done: t("desk.done.started", { round: number }) })}>${t("desk.start", { round: number })}</button>
      <button type="button" aria-busy=${acts.busy}
        onClick=${acts.act("rounds", { round: number, again: true, fixed: round.fixed, ...(keptBy(round) !== "sizes" && { keep: keptBy(round) }) }, { done: t("desk.done.again", { round: number }) })}>${t("desk.draw.again")}</button>
      ${byHand(card, round.stage) && html`<button type="button" onClick=${() => setChanging(true)}>${t("desk.draw.change")}</button>`}
      <a class="button" href=${sheetAt(card, `rounds/${number}`)}>${t("tournament.files.round", { round: number })}</a>
    </div>
    <${Cost} card=${card} draw=${round} />`;
}
