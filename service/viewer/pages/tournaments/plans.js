/** Plans of tournaments: common formats, the form's content, and the plan that is sent. */

import { parseWhole } from "../../forms/number.js";

/**
 * @typedef {import("../../types.d.ts").Stage} Stage
 * @typedef {{method: Stage["method"], table: number, rounds: string, groups: string, cut: string, advance: string, best_of: 1 | 3 | 5}} StageDraft
 * @typedef {{stages: StageDraft[], scoring: string}} PlanDraft
 */

/** Returns the form's content of a stage, with defaults.
 * @param {Partial<StageDraft>} said
 * @returns {StageDraft}
 */
export const stageDraft = (said) => ({ method: "swiss", table: 4, rounds: "3", groups: "1", cut: "", advance: "1", best_of: 1, ...said });

/** Returns the sizes of tables that a game allows in tournaments. @param {number[]} seats */
export const tableSizes = (seats) => seats.filter((one) => one >= 2 && one <= 4);

/** The formats that the form offers, as the stages of tables of a size.
 * @type {Record<string, (table: number, rounds: string) => StageDraft[]>}
 */
const FORMATS = {
  swiss: (table, rounds) => [stageDraft({ table, rounds })],
  "round-robin": (table) => [stageDraft({ method: "round-robin", table })],
  elimination: (table) => [stageDraft({ method: "elimination", table })],
  final: (table, rounds) => [stageDraft({ table, rounds }), stageDraft({ method: "elimination", table, cut: "4" })],
  groups: (table) => [stageDraft({ method: "round-robin", table, groups: "2" }), stageDraft({ method: "elimination", table, cut: "4" })],
};
export const FORMAT_NAMES = Object.keys(FORMATS);

/** Returns a plan of a format, with the scoring that suits the size of its tables.
 * @param {string} format
 * @param {number} table
 * @param {string} [rounds]
 * @returns {PlanDraft}
 */
export const formatPlan = (format, table, rounds = "3") => ({ stages: FORMATS[format]?.(table, rounds) ?? [], scoring: table === 2 ? "match-points" : "place-4-3-2-1" });

/** Returns the format of a draft, or "" if the draft differs from all formats.
 * @param {StageDraft[]} stages
 * @returns {string}
 */
export function formatOf(stages) {
  const [first] = stages;
  const sent = (/** @type {StageDraft[]} */ drafts) => JSON.stringify(drafts.map(stageOf));
  return first ? (FORMAT_NAMES.find((one) => sent(FORMATS[one]?.(first.table, first.rounds) ?? []) === sent(stages)) ?? "") : "";
}

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
