/** How long each seat thought over what it did, told by the seconds of the entries. */

import { frames } from "../../timeline/steps.js";

/**
 * An entry of an audit, as far as time needs it; `at` is cut to the second.
 * @typedef {{version: number, at: string, cause: number, seat: number | null, by: string, line: import("../../types.d.ts").Line}} Entry
 * @typedef {{version: number, seat: number, seconds: number}} Decision
 * @typedef {{seat: number, total: number, median: number, longest: Decision}} Pondered
 */

/** What is told beside its line took at least so many seconds, and so many times as long as is usual. */
const LONG = 20;
const UNUSUAL = 3;

/** What people decided, and how long after it was asked of them; bots and clocks decide nothing here, and pauses do not count.
 * Whoever is asked together with others goes on thinking while these answer.
 * @param {readonly Entry[]} entries
 * @param {(line: Entry["line"]) => boolean} sealing whether a line seals a choice that others make at the same time
 * @returns {Decision[]}
 */
export function decisions(entries, sealing) {
  /** @type {Decision[]} */
  const found = [];
  /** @type {Map<number, number>} since when each seat has thought; those who are not named, since `all` */
  const since = new Map();
  let all = entries[0] ? second(entries[0]) : 0;
  /** @type {Set<number>} those who were asked together, and have not answered */
  let asked = new Set();
  let idle = 0;
  let paused = 0;
  for (const batch of batches(entries)) {
    const [{ version, seat, by, line: first }] = batch;
    const at = second(batch[0]);
    if (first.key === "match-paused") paused = at;
    if (first.key === "match-resumed") idle += at - paused;
    if (first.key === "silence-passed") idle += first.params?.seconds ?? 0;
    const now = at - idle;
    const played = batch.some(({ line }) => !frames(line));
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

/** When it was, in seconds since 1970. @param {Entry} entry */
const second = ({ at }) => Date.parse(at) / 1000;

/** The entries of each command. @param {readonly Entry[]} entries */
function batches(entries) {
  /** @type {Entry[][]} */
  const found = [];
  for (const entry of entries) {
    if (found.at(-1)?.[0].cause === entry.cause) found.at(-1)?.push(entry);
    else found.push([entry]);
  }
  return found;
}

/** What that comes to for each seat that decided anything, in the order of the seats.
 * @param {readonly Decision[]} found
 * @returns {Pondered[]}
 */
export function pondered(found) {
  const seats = [...new Set(found.map(({ seat }) => seat))].sort((one, other) => one - other);
  return seats.map((seat) => {
    const own = found.filter((one) => one.seat === seat);
    const longest = own.reduce((most, one) => (one.seconds > most.seconds ? one : most));
    return { seat, total: own.reduce((sum, { seconds }) => sum + seconds, 0), median: median(own), longest };
  });
}

/** The decisions that took long, by what is usual at this table.
 * @param {readonly Decision[]} found
 * @returns {Decision[]}
 */
export function long(found) {
  const least = Math.max(LONG, UNUSUAL * median(found));
  return found.filter(({ seconds }) => seconds >= least);
}

/** @param {readonly Decision[]} found */
function median(found) {
  const sorted = found.map(({ seconds }) => seconds).sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length === 0 ? 0 : sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
