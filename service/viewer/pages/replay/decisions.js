/** Thinking time: how long each seat took for its decisions, computed from the timestamps of the entries. */

import { isCommonLine } from "../../timeline/steps.js";

/**
 * The fields of an audit entry that are needed to compute thinking time. `at` is truncated to seconds.
 * @typedef {{version: number, at: string, cause: number, seat: number | null, by: string, line: import("../../types.d.ts").Line}} Entry
 * @typedef {{version: number, seat: number, seconds: number}} Decision
 * @typedef {{seat: number, total: number, median: number, longest: Decision}} ThinkingTime
 */

/** A decision is marked in the log if it took this many seconds, and this many times the median. */
const LONG = 20;
const UNUSUAL = 3;

/** Returns people's decisions with their thinking times. Bots, clocks and pauses do not count.
 * If several seats are asked together, each one's time runs until it answers.
 * @param {readonly Entry[]} entries
 * @param {(line: Entry["line"]) => boolean} sealing returns whether a line seals a choice that others make at the same time
 * @returns {Decision[]}
 */
export function findDecisions(entries, sealing) {
  /** @type {Decision[]} */
  const found = [];
  /** @type {Map<number, number>} when each seat began to think; seats missing from it began at `all` */
  const since = new Map();
  let all = entries[0] ? second(entries[0]) : 0;
  /** @type {Set<number>} the seats that were asked together and have not answered */
  let asked = new Set();
  let idle = 0;
  let paused = 0;
  for (const batch of groupByCommand(entries)) {
    const [{ version, seat, by, line: first }] = batch;
    const at = second(batch[0]);
    if (first.key === "match-paused") paused = at;
    if (first.key === "match-resumed") idle += at - paused;
    if (first.key === "silence-passed") idle += first.params?.seconds ?? 0;
    const now = at - idle;
    const played = batch.some(({ line }) => !isCommonLine(line));
    if (played && by === "seat" && seat !== null) found.push({ version, seat, seconds: Math.max(0, now - (since.get(seat) ?? all)) });
    if (!played && !batch.some(({ line }) => line.key === "started" || line.key === "undone")) continue;
    if (seat !== null && batch.every(({ line }) => sealing(line))) since.set(seat, now);
    else {
      asked = played ? new Set([...asked].filter((one) => one !== seat)) : new Set();
      for (const one of [...since.keys()]) if (!asked.has(one)) since.delete(one);
      for (const one of asked) since.set(one, since.get(one) ?? all);
      all = now;
    }
    for (const { line } of batch) if (line.key === "asked") for (const one of line.params?.seats ?? []) asked.add(one), since.set(one, now);
  }
  return found;
}

/** Returns the time of an entry in seconds since 1970. @param {Entry} entry */
const second = ({ at }) => Date.parse(at) / 1000;

/** Groups entries by command. @param {readonly Entry[]} entries */
function groupByCommand(entries) {
  /** @type {Entry[][]} */
  const found = [];
  for (const entry of entries) {
    if (found.at(-1)?.[0].cause === entry.cause) found.at(-1)?.push(entry);
    else found.push([entry]);
  }
  return found;
}

/** Summarises the thinking time of each seat that made a decision, in seat order.
 * @param {readonly Decision[]} found
 * @returns {ThinkingTime[]}
 */
export function summariseTimes(found) {
  const seats = [...new Set(found.map(({ seat }) => seat))].sort((one, other) => one - other);
  return seats.map((seat) => {
    const own = found.filter((one) => one.seat === seat);
    const longest = own.reduce((most, one) => (one.seconds > most.seconds ? one : most));
    return { seat, total: own.reduce((sum, { seconds }) => sum + seconds, 0), median: median(own), longest };
  });
}

/** Returns the decisions that took unusually long for this match.
 * @param {readonly Decision[]} found
 * @returns {Decision[]}
 */
export function longDecisions(found) {
  const least = Math.max(LONG, UNUSUAL * median(found));
  return found.filter(({ seconds }) => seconds >= least);
}

/** @param {readonly Decision[]} found */
function median(found) {
  const sorted = found.map(({ seconds }) => seconds).sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length === 0 ? 0 : sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
