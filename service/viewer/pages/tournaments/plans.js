/** Plans of tournaments: common plans, the form's content, and the plan that is sent. */

import { parseWhole } from "../../forms/number.js";

/**
 * @typedef {import("../../types.d.ts").Stage} Stage
 * @typedef {{method: Stage["method"], table: number, rounds: string, groups: string, cut: string, advance: string, best_of: 1 | 3 | 5}} StageDraft
 * @typedef {{stages: StageDraft[], scoring: string}} CommonPlan
 */

/** Returns the form's content of a stage, with defaults.
 * @param {Partial<StageDraft>} said
 * @returns {StageDraft}
 */
export const stageDraft = (said) => ({ method: "swiss", table: 4, rounds: "3", groups: "1", cut: "", advance: "1", best_of: 1, ...said });

/** A plan for five to seven people at tables of three and four. Latecomers join the next round.
 * @param {string} rounds
 * @returns {CommonPlan}
 */
function eveningPlan(rounds) {
  return { stages: [stageDraft({ rounds })], scoring: "place-4-3-2-1" };
}

/** The common plans by name.
 * @type {Record<string, CommonPlan>}
 */
const COMMON = {
  pods: { stages: [stageDraft({}), stageDraft({ method: "elimination", cut: "4" })], scoring: "place-4-3-2-1" },
  evening_2: eveningPlan("2"),
  evening_3: eveningPlan("3"),
  evening_4: eveningPlan("4"),
  duels: { stages: [stageDraft({ table: 2, rounds: "4" })], scoring: "match-points" },
  groups: { stages: [stageDraft({ method: "round-robin", table: 2, groups: "2" }), stageDraft({ method: "elimination", table: 2, cut: "4" })], scoring: "match-points" },
  knock_out: { stages: [stageDraft({ method: "elimination", table: 2 })], scoring: "match-points" },
};

/** Returns the common plans that fit a game's table sizes.
 * @param {number[]} seats the possible numbers of seats
 * @returns {[string, CommonPlan][]}
 */
export const commonPlans = (seats) => Object.entries(COMMON).filter(([, one]) => one.stages.every((stage) => seats.includes(stage.table)));

/** Returns the name of the common plan that a draft equals, or "".
 * @param {StageDraft[]} stages
 * @param {string} scoring
 * @returns {string}
 */
export const namedPlan = (stages, scoring) => Object.entries(COMMON).find(([, one]) => JSON.stringify([one.stages.map(stageOf), one.scoring]) === JSON.stringify([stages.map(stageOf), scoring]))?.[0] ?? "";

/** Returns a stage as it is sent, with only the fields of its method.
 * @param {StageDraft} draft
 * @param {number} [at] the index of the stage; the first stage has no cut
 * @returns {Stage}
 */
export function stageOf(draft, at = 1) {
  /** @type {Stage} */
  const stage = { method: draft.method, table: draft.table };
  if (draft.method === "swiss") stage.rounds = parseWhole(draft.rounds);
  if (draft.method !== "elimination" && parseWhole(draft.groups) !== 1) stage.groups = parseWhole(draft.groups);
  if (draft.method === "elimination" && parseWhole(draft.advance) !== 1) stage.advance = parseWhole(draft.advance);
  if (draft.table === 2 && draft.best_of !== 1) stage.best_of = draft.best_of;
  if (at > 0 && parseWhole(draft.cut)) stage.cut = parseWhole(draft.cut);
  return stage;
}

/** Returns the choices of when lists become public: only "none" in a game without lists. Tournaments played elsewhere may do without sealed lists.
 * @param {boolean} brings
 * @param {boolean} elsewhere
 * @returns {("none" | "after" | "table" | "closed")[]} the first one is the default
 */
export function decksChoices(brings, elsewhere) {
  if (!brings) return ["none"];
  return elsewhere ? ["none", "after", "table", "closed"] : ["after", "table", "closed"];
}

/** Returns the list with one item moved.
 * @template T
 * @param {T[]} list
 * @param {number} from
 * @param {number} to
 * @returns {T[]}
 */
export function moveItem(list, from, to) {
  const rest = list.filter((_, at) => at !== from);
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)];
}

/** Returns the path in the form that a refusal concerns: the longest matching one, or "".
 * @param {string} at the service's path, like "$.stages[1].rounds"
 * @param {string[]} places
 * @returns {string}
 */
export const longestPath = (at, places) => places.filter((one) => at === one || at.startsWith(`${one}.`) || at.startsWith(`${one}[`)).sort((a, b) => b.length - a.length)[0] ?? "";
