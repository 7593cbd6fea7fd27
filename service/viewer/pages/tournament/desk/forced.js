/** Which wish has forced another in a round of pods, what the other way costs, and the switch to it. */

import { html } from "../../../dom.js";
import { listed, t } from "../../../words/words.js";
import { numbered } from "../people.js";

/**
 * @typedef {import("../../../types.d.ts").TournamentSummary} TournamentSummary
 * @typedef {import("../../../types.d.ts").DrawReason} DrawReason
 * @typedef {"sizes" | "company"} Keep the wish that is kept where not both can be: even sizes of tables, or new company
 */

/** The code of what is given up for a wish. */
export const GIVEN_UP = { sizes: "repeat", company: "size" };

/** The wish that a draw has kept.
 * @param {{algorithm: string}} draw
 * @returns {Keep}
 */
export const keptBy = ({ algorithm }) => (algorithm.startsWith("pods-company/") ? "company" : "sizes");

/** @param {{card: TournamentSummary, draw: import("./drawn_tables.js").Draw, busy: boolean, onKeep: (keep: Keep) => void}} props */
export function Forced({ card, draw, busy, onKeep }) {
  const kept = keptBy(draw);
  if (!draw.other && kept === "sizes") return null;
  const other = kept === "sizes" ? "company" : "sizes";
  return html`<div class="notice desk-forced">
    <p>${t(`desk.forced.${kept}`, priced(card, draw.reasons))}</p>
    ${draw.other && html`<p>${t(`desk.forced.other.${other}`, priced(card, draw.other.reasons))}</p>`}
    <div class="row"><button type="button" aria-busy=${busy} onClick=${() => onKeep(other)}>${t(`desk.forced.do.${other}`)}</button></div>
  </div>`;
}

/** Who meets again, and who sits at a table of the other size out of turn, for sentences.
 * @param {TournamentSummary} card
 * @param {DrawReason[]} reasons
 */
function priced(card, reasons) {
  const pairs = reasons.filter((one) => one.code === "repeat").map((one) => one.entrants.map((number) => numbered(card, number)).join(" – "));
  const out = reasons.filter((one) => one.code === "size").map((one) => numbered(card, one.entrants[0] ?? 0));
  return { count: pairs.length, pairs: listed(pairs), many: out.length, who: listed(out) };
}
