/** The switch that hides results, so that replays can be watched without knowing how they ended. The browser remembers it. */

import { html, useState } from "../../dom.js";
import { readSetting, saveSetting } from "../../ui/settings.js";
import { t } from "../../words/words.js";

/** @typedef {import("../../types.d.ts").TournamentSummary} TournamentSummary */

/** Returns whether results are hidden, and the switch. Replays of tournament matches read the same setting. */
export function useHiddenResults() {
  const [hides, setHides] = useState(() => readSetting("hide_results", false));
  const set = () => {
    saveSetting("hide_results", !hides);
    setHides(!hides);
  };
  const box = html`<label class="tn-hide"><input type="checkbox" checked=${hides} onChange=${set} /> ${t("tournament.hide")} <span class="soft">${t("tournament.hide.help")}</span></label>`;
  return { hides, box };
}

/** Returns the tournament without the results of its tables. Of several games at a table, only the first can be opened.
 * @param {TournamentSummary} card
 * @returns {TournamentSummary}
 */
export const withoutResults = (card) => ({
  ...card,
  rounds: card.rounds.map((round) => ({
    ...round,
    tables: round.tables.map((one) => {
      const { table, entrants, group, games, match } = one;
      return one.result || games ? { table, entrants, group, match: games?.[0]?.match ?? match, status: one.result ? "finished" : "running", hidden: true } : one;
    }),
  })),
});

/** Returns whether the pairings of a round tell who won before: those of a later stage, or of a knockout after its first round.
 * @param {TournamentSummary} card
 * @param {import("../../types.d.ts").RoundCard} round
 */
export const tellsWinners = (card, round) => round.stage > 0 || (card.plan.stages[0]?.method === "elimination" && round.round > 1);

/** What a section shows instead of its results. @param {{title: string}} props */
export const HiddenSection = ({ title }) => html`<section class="tn-section" aria-labelledby="tn-hidden"><h2 id="tn-hidden">${title}</h2><p class="soft">${t("tournament.hide.section")}</p></section>`;
