/** The choice between two goals in a round of pods if one excludes the other, with its cost. */

import { html } from "../../../dom.js";
import { joinList, t } from "../../../words/words.js";
import { nameWithNumber } from "../people.js";

/**
 * @typedef {import("../../../types.d.ts").TournamentSummary} TournamentSummary
 * @typedef {import("../../../types.d.ts").DrawReason} DrawReason
 * @typedef {"sizes" | "company"} Keep the wish that is kept if both cannot be met: even table sizes, or new opponents
 */

/** For each goal, the reason code of what is given up for it. */
export const GIVEN_UP = { sizes: "repeat", company: "size" };

/** Returns the goal that a draw has met.
 * @param {{algorithm: string}} draw
 * @returns {Keep}
 */
export const keptWish = ({ algorithm }) => (algorithm.startsWith("pods-company/") ? "company" : "sizes");

/** @param {{card: TournamentSummary, draw: import("./drawn_tables.js").Draw, busy: boolean, onKeep: (keep: Keep) => void}} props */
export function WishChoice({ card, draw, busy, onKeep }) {
  const kept = keptWish(draw);
  if (!draw.other && kept === "sizes") return null;
  const other = kept === "sizes" ? "company" : "sizes";
  return html`<div class="notice desk-forced">
    <p>${t(`desk.forced.${kept}`, costParams(card, draw.reasons))}</p>
    ${draw.other && html`<p>${t(`desk.forced.other.${other}`, costParams(card, draw.other.reasons))}</p>`}
    <div class="row"><button type="button" aria-busy=${busy} onClick=${() => onKeep(other)}>${t(`desk.forced.do.${other}`)}</button></div>
  </div>`;
}

/** Returns the parameters for sentences about a cost: the pairs that meet again, and the entrants who get the other table size out of turn.
 * @param {TournamentSummary} card
 * @param {DrawReason[]} reasons
 */
function costParams(card, reasons) {
  const pairs = reasons.filter((one) => one.code === "repeat").map((one) => one.entrants.map((number) => nameWithNumber(card, number)).join(" – "));
  const out = reasons.filter((one) => one.code === "size").map((one) => nameWithNumber(card, one.entrants[0] ?? 0));
  return { count: pairs.length, pairs: joinList(pairs), many: out.length, who: joinList(out) };
}
