/** Validates the tournament form: messages by field path. */

import { clockFault } from "../../forms/clock_draft.js";
import { inBounds, parseNumber, parseWhole } from "../../forms/number.js";
import { t } from "../../words/words.js";

/**
 * @typedef {import("../../forms/clock_draft.js").ClockDraft} ClockDraft
 * @typedef {import("./plans.js").StageDraft} StageDraft
 */

const MOST_ENTRANTS = 1024;

/** Returns all messages, in the order of the fields. A missing title is reported only after the form was sent.
 * @param {{title: string, capacity: string, prizes: string}} about
 * @param {StageDraft[]} stages
 * @param {ClockDraft | null} clock null if the tournament is played elsewhere
 * @param {boolean} sent
 * @returns {Record<string, string>}
 */
export function planFaults(about, stages, clock, sent) {
  const counts = /** @type {const} */ (["capacity", "prizes"]).filter((name) => !inBounds(about[name] || "0", 0, MOST_ENTRANTS));
  const clockWrong = clock && clockFault(clock);
  return Object.fromEntries([
    ...((sent || about.title !== "") && !about.title.trim() ? [["$.title", t("tournaments.fault.title")]] : []),
    ...stages.flatMap((stage, at) => stageFaults(stage, stages[at - 1]).map(([name, text]) => [`$.stages[${at}].${name}`, text])),
    ...(clockWrong ? [["$.clock", clockWrong]] : []),
    ...counts.map((name) => [`$.${name}`, t(`tournaments.fault.${name}`)]),
  ]);
}

/** Returns the messages about a stage. A cut must take the same number from each group of the previous stage.
 * @param {StageDraft} stage
 * @param {StageDraft | undefined} before
 * @returns {[keyof StageDraft, string][]}
 */
function stageFaults(stage, before) {
  const groups = before && before.method !== "elimination" ? parseWhole(before.groups) : 1;
  const cut = stage.cut || "0";
  const { method, table } = stage;
  return [
    ...faultIf("rounds", method === "swiss" && !inBounds(stage.rounds, 1, 30)),
    ...faultIf("groups", method !== "elimination" && !inBounds(stage.groups, 1, 64)),
    ...faultIf("advance", method === "elimination" && table > 2 && !inBounds(stage.advance, 1, table - 1)),
    ...faultIf("cut", before !== undefined && (!inBounds(cut, 0, MOST_ENTRANTS) || parseNumber(cut) === 1)),
    ...faultIf("cut", before !== undefined && groups > 0 && parseWhole(cut) % groups !== 0, t("tournaments.fault.cut_groups", { groups })),
  ];
}

/** @param {keyof StageDraft} name @param {boolean} wrong @param {string} [text] @returns {[keyof StageDraft, string][]} */
const faultIf = (name, wrong, text = t(`tournaments.fault.${name}`)) => (wrong ? [[name, text]] : []);
