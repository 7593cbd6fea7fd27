/** Whether a plan has no further round, as far as that can be seen without asking the service. */

/** @typedef {import("../../../types.d.ts").TournamentSummary} TournamentSummary */

/** A Swiss stage says how many rounds it has, and a knock-out ends with one table; the schedules of others are the service's to know.
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
