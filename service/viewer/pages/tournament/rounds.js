/** The rounds of a tournament, one at a time: tables, byes and the draw. */

import { html, useEffect, useState } from "../../dom.js";
import { t } from "../../words/words.js";
import { roundName } from "../../ui/stage_name.js";
import { DrawDetails } from "./draw_details.js";
import { tellsWinners } from "./hidden_results.js";
import { EntrantLink } from "./people.js";
import { TablePanel } from "./table.js";

/**
 * @typedef {import("../../types.d.ts").TournamentSummary} TournamentSummary
 * @typedef {import("../../types.d.ts").RoundCard} RoundCard
 */

/** @param {{card: TournamentSummary, first: boolean, shown: import("./sections.js").Shown, onCard: (card: TournamentSummary) => void}} props */
export function Rounds({ card, first, shown, onCard }) {
  const round = card.rounds[shown.round - 1] ?? card.rounds.at(first ? 0 : -1);
  const [revealed, setRevealed] = useState(/** @type {number[]} */ ([]));
  const wanted = shown.table && round ? `table-${round.round}-${shown.table}` : "";
  useEffect(() => {
    const panel = wanted ? document.getElementById(wanted) : null;
    panel?.scrollIntoView({ block: "center" });
    panel?.focus();
  }, [wanted]);
  if (!round) return html`<section class="tn-section" aria-labelledby="tn-rounds"><h2 id="tn-rounds">${t("tournament.section.rounds")}</h2><p class="soft">${t("tournament.rounds.none")}</p></section>`;
  return html`<section class="tn-section" aria-labelledby="tn-rounds">
    ${card.rounds.length > 1 &&
    html`<nav class="tn-which" aria-label=${t("tournament.rounds.which")}><ul>${card.rounds.map((one) => html`<li key=${one.round}><a href=${`#rounds/${one.round}`}
      aria-current=${one === round ? "page" : null} aria-label=${roundName(one)}>${one.round}</a></li>`)}</ul></nav>`}
    <h2 id="tn-rounds">${roundName(round)}</h2>
    <p class="soft"><span role="status">${first ? "" : progressText(round)}</span></p>
    ${first && tellsWinners(card, round) && !revealed.includes(round.round)
      ? html`<p>${t("tournament.hide.pairings")}</p><p><button type="button" onClick=${() => setRevealed([...revealed, round.round])}>${t("tournament.hide.reveal")}</button></p>`
      : html`<${Tables} card=${card} round=${round} onCard=${onCard} />`}
  </section>`;
}

/** @param {{card: TournamentSummary, round: RoundCard, onCard: (card: TournamentSummary) => void}} props */
function Tables({ card, round, onCard }) {
  return html`<ol class="tn-tables">${ownTableFirst(card, round).map((table) => html`<${TablePanel} key=${`${round.round}-${table.table}`} card=${card} round=${round} table=${table}
      onCard=${onCard} />`)}</ol>
    ${round.byes.length > 0 && html`<h3>${t("tournament.byes")}</h3><ul class="tn-byes">${round.byes.map((one) => html`<li key=${one}><${EntrantLink} card=${card} number=${one} always /></li>`)}</ul>`}
    <${DrawDetails} card=${card} round=${round} />`;
}

/** Describes the progress of a round.
 * @param {RoundCard} round
 * @returns {string}
 */
export function progressText(round) {
  const done = round.tables.filter((table) => table.result).length;
  return t(`tournament.round.${round.progress}`, { done, all: round.tables.length });
}

/** Returns the tables of a round, the user's table first.
 * @param {TournamentSummary} card
 * @param {RoundCard} round
 */
function ownTableFirst(card, round) {
  const own = card.yours.entrant;
  if (own === null || round.progress === "closed") return round.tables;
  return [...round.tables].sort((a, b) => Number(b.entrants.includes(own)) - Number(a.entrants.includes(own)));
}
