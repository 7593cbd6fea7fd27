/** A paired round that has not started: it can be started, redrawn or changed by hand. */

import { html, useState } from "../../../dom.js";
import { t } from "../../../words/words.js";
import { NewerThanDraw } from "../changes_since_draw.js";
import { nameWithNumber } from "../people.js";
import { sheetAt } from "../sheets.js";
import { Cost, DrawnTables, canSetByHand } from "./drawn_tables.js";
import { DrawPreview } from "./draw_preview.js";
import { keptWish } from "./wishes.js";

/** @param {{card: import("../../../types.d.ts").TournamentSummary, round: import("../../../types.d.ts").RoundCard, acts: import("./staff_changes.js").StaffChanges}} props */
export function PairedRound({ card, round, acts }) {
  const [changing, setChanging] = useState(false);
  const number = round.round;
  if (changing) {
    return html`<${DrawPreview} card=${card} number=${number} acts=${acts} again at_once fixed=${round.fixed} keep=${keptWish(round)} />
      <div class="row"><button type="button" class="plain" onClick=${() => setChanging(false)}>${t("common.cancel")}</button></div>`;
  }
  const gone = round.tables.flatMap((table) => table.entrants).filter((one) => !["registered", "checked-in"].includes(card.entrants[one - 1]?.presence ?? ""));
  return html`${gone.length > 0 && html`<p class="notice">${t("desk.draw.gone", { names: gone.map((one) => nameWithNumber(card, one)).join(", ") })}</p>`}
    <${NewerThanDraw} card=${card} round=${round} />
    <${DrawnTables} card=${card} draw=${round} />
    <div class="row">
      <button type="button" class="primary" aria-busy=${acts.busy}
        onClick=${acts.act(`rounds/${number}/start`, undefined, { confirmation: t("desk.done.started", { round: number }) })}>${t("desk.start", { round: number })}</button>
      <button type="button" aria-busy=${acts.busy}
        onClick=${acts.act("rounds", { round: number, again: true, fixed: round.fixed, ...(keptWish(round) !== "sizes" && { keep: keptWish(round) }) }, { confirmation: t("desk.done.again", { round: number }) })}>${t("desk.draw.again")}</button>
      ${canSetByHand(card, round.stage) && html`<button type="button" onClick=${() => setChanging(true)}>${t("desk.draw.change")}</button>`}
      <a class="button" href=${sheetAt(card, `rounds/${number}`)}>${t("tournament.files.round", { round: number })}</a>
    </div>
    <${Cost} card=${card} draw=${round} />`;
}
