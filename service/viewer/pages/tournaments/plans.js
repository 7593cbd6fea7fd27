/** Plans of tournaments: the usual ones to begin with, what is typed into the form, and what is sent of it. */

import { whole } from "../../forms/number.js";

/**
 * @typedef {import("../../types.d.ts").Stage} Stage
 * @typedef {{method: Stage["method"], table: number, rounds: string, groups: string, cut: string, advance: string, best_of: 1 | 3 | 5}} StageDraft
 * @typedef {{stages: StageDraft[], scoring: string}} Usual
 */

/** A stage as it is typed, with what is usual where nothing is said.
 * @param {Partial<StageDraft>} said
 * @returns {StageDraft}
 */
export const staged = (said) => ({ method: "swiss", table: 4, rounds: "3", groups: "1", cut: "", advance: "1", best_of: 1, ...said });

/** Five to seven people: they meet in tables of three and four, and whoever comes late joins the next round.
 * @param {string} rounds
 * @returns {Usual}
 */
function evening(rounds) {
  return { stages: [staged({ rounds })], scoring: "place-4-3-2-1" };
}

/** The usual plans by name, each for games that have tables of its size.
 * @type {Record<string, Usual>}
 */
const USUAL = {
  pods: { stages: [staged({}), staged({ method: "elimination", cut: "4" })], scoring: "place-4-3-2-1" },
  evening_2: evening("2"),
  evening_3: evening("3"),
  evening_4: evening("4"),
  duels: { stages: [staged({ table: 2, rounds: "4" })], scoring: "match-points" },
  groups: { stages: [staged({ method: "round-robin", table: 2, groups: "2" }), staged({ method: "elimination", table: 2, cut: "4" })], scoring: "match-points" },
  knock_out: { stages: [staged({ method: "elimination", table: 2 })], scoring: "match-points" },
};

/** The usual plans that a game can be played by.
 * @param {number[]} seats how many can sit at a table
 * @returns {[string, Usual][]}
 */
export const usual = (seats) => Object.entries(USUAL).filter(([, one]) => one.stages.every((stage) => seats.includes(stage.table)));

/** The usual plan that a draft still is, or "".
 * @param {StageDraft[]} stages
 * @param {string} scoring
 * @returns {string}
 */
export const namedPlan = (stages, scoring) => Object.entries(USUAL).find(([, one]) => JSON.stringify([one.stages.map(stageOf), one.scoring]) === JSON.stringify([stages.map(stageOf), scoring]))?.[0] ?? "";

/** A stage as it is sent: without what its method does not ask for.
 * @param {StageDraft} draft
 * @param {number} [at] the first one has nobody to take over
 * @returns {Stage}
 */
export function stageOf(draft, at = 1) {
  /** @type {Stage} */
  const stage = { method: draft.method, table: draft.table };
  if (draft.method === "swiss") stage.rounds = whole(draft.rounds);
  if (draft.method !== "elimination" && whole(draft.groups) !== 1) stage.groups = whole(draft.groups);
  if (draft.method === "elimination" && whole(draft.advance) !== 1) stage.advance = whole(draft.advance);
  if (draft.table === 2 && draft.best_of !== 1) stage.best_of = draft.best_of;
  if (at > 0 && whole(draft.cut)) stage.cut = whole(draft.cut);
  return stage;
}

/** A list in which one thing has another place.
 * @template T
 * @param {T[]} list
 * @param {number} from
 * @param {number} to
 * @returns {T[]}
 */
export function moved(list, from, to) {
  const rest = list.filter((_, at) => at !== from);
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)];
}

/** The place of the form that a refusal is about: the longest that it begins with, or "".
 * @param {string} at as the service says it: "$.stages[1].rounds"
 * @param {string[]} places
 * @returns {string}
 */
export const placeOf = (at, places) => places.filter((one) => at === one || at.startsWith(`${one}.`) || at.startsWith(`${one}[`)).sort((a, b) => b.length - a.length)[0] ?? "";
