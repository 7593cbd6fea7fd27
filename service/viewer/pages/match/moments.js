/** The moments to which a match can go back: the end of every batch that still counts. */

import { frames } from "../../timeline/steps.js";

/** An entry of an audit, as far as going back needs it.
 * @typedef {{version: number, cause: number, seat: number | null, by: string, line: import("../../types.d.ts").Line}} Entry
 */

/** A batch that counts: the entries of one command.
 * @typedef {{first: number, last: number, seat: number | null, by: string, played: boolean, line: import("../../types.d.ts").Line}} Batch
 */

/** The batches that count from the deal on, the deal's own included.
 * @param {readonly Entry[]} entries
 * @returns {Batch[]}
 */
export function batches(entries) {
  /** @type {Batch[]} */
  const counting = [];
  let cause = -1;
  for (const entry of entries) {
    if (entry.line.key === "undone") while (counting.length && counting[counting.length - 1].last > entry.line.params?.to) counting.pop();
    const batch = counting[counting.length - 1];
    if (batch && entry.cause === cause && entry.version === batch.last + 1) {
      batch.last = entry.version;
      batch.played ||= !frames(entry.line);
    } else counting.push({ first: entry.version, last: entry.version, seat: entry.seat, by: entry.by, played: !frames(entry.line), line: entry.line });
    cause = entry.cause;
  }
  const started = entries.find((entry) => entry.line.key === "started")?.version ?? Infinity;
  return counting.filter((batch) => batch.last >= started);
}

/** Where one can go back to, the latest first: right after a batch, with the batch that would be the first to be taken back.
 * @param {readonly Batch[]} counting
 * @returns {{to: number, taken: Batch}[]}
 */
export function moments(counting) {
  const found = [];
  for (let index = counting.length - 1; index > 0; index -= 1) {
    if (counting.slice(index).some((batch) => batch.played)) found.push({ to: counting[index - 1].last, taken: counting[index] });
  }
  return found;
}

/** What a seat most likely wants: to take back its last own command.
 * @param {readonly {to: number, taken: Batch}[]} found
 * @param {number} seat
 * @returns {number | null}
 */
export const usualMoment = (found, seat) => (found.find(({ taken }) => taken.seat === seat && taken.by === "seat" && taken.played) ?? found[0])?.to ?? null;

/** The moment that a version belongs to: the end of its batch, else the next one before.
 * @param {readonly {to: number, taken: Batch}[]} found
 * @param {number} version
 * @returns {number | null}
 */
export function momentOf(found, version) {
  const after = found.findLast(({ to, taken }) => to >= version && taken.first > version);
  const best = after ?? found[0];
  return best?.to ?? null;
}
