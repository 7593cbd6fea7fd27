/** Changes after a round was drawn, in words. */

import { html } from "../../dom.js";
import { joinList, t } from "../../words/words.js";
import { nameWithNumber } from "./people.js";

/**
 * @typedef {import("../../types.d.ts").TournamentSummary} TournamentSummary
 * @typedef {import("../../types.d.ts").RoundCard} RoundCard
 * @typedef {import("../../types.d.ts").NewerChange} NewerChange
 */

/** A notice for the staff about changes since the draw of a round that is not closed yet.
 * @param {{card: TournamentSummary, round: RoundCard}} props
 */
export function NewerThanDraw({ card, round }) {
  const { newer = [] } = round; // an older version of the service omits it
  if (newer.length === 0 || round.progress === "closed") return null;
  const what = joinList(newer.map((one) => changeText(card, one)));
  return html`<p class="notice" role="status">${t(`tournament.newer.${round.progress}`, { round: round.round, what })}</p>`;
}

/** Results that were corrected after a later round was drawn, with links.
 * @param {{corrections?: import("../../types.d.ts").LateCorrection[] | undefined}} props
 */
export function LateCorrections({ corrections = [] }) {
  if (corrections.length === 0) return null;
  return html`<div class="notice" role="status"><p>${t("tournament.standings.corrected")}</p>
    <ul>${corrections.map(({ entry, round, table, rounds }) => html`<li key=${entry}><a href=${`#rounds/${round}/${table}`}>${t("tournament.standings.correction", { round, table, entry, later: joinList(rounds.map(String)) })}</a></li>`)}</ul></div>`;
}

/** Returns a change since a draw as part of a sentence.
 * @param {TournamentSummary} card
 * @param {NewerChange} change
 * @returns {string}
 */
function changeText(card, { entry, what, round, table, entrants }) {
  const key = `tournament.newer.what.${what}`;
  const words = t(key, { entry, round: round ?? 0, table: table ?? 0, who: joinList(entrants.map((one) => nameWithNumber(card, one))) });
  return words === key ? t("tournament.newer.what.other", { entry }) : words;
}
