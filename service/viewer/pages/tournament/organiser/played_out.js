/** Detects whether a plan is complete, as far as that is possible without asking the service. */

/** @typedef {import("../../../types.d.ts").TournamentSummary} TournamentSummary */

/** Returns whether the last stage is over. Swiss stages have a fixed number of rounds and knock-outs end with one table; only the service knows other schedules.
 * @param {Pick<TournamentSummary, "plan" | "rounds">} card
 * @returns {boolean}
 */
export function isPlayedOut({ plan, rounds }) {
  const at = plan.stages.length - 1;
  const stage = plan.stages[at];
  const played = rounds.filter((one) => one.stage === at);
  const last = played.at(-1);
  if (!stage || last?.progress !== "closed") return false;
  if (stage.method === "swiss") return played.length >= (stage.rounds ?? 0);
  return stage.method === "elimination" && (stage.advance ?? 1) === 1 && last.tables.length === 1 && last.byes.length === 0;
}
