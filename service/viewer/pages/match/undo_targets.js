/** The positions to which a match can be taken back: the end of every batch that still counts. */

import { isCommonLine } from "../../timeline/steps.js";

/** The fields of an audit entry that are needed for an undo.
 * @typedef {{version: number, cause: number, seat: number | null, by: string, line: import("../../types.d.ts").Line}} Entry
 */

/** A batch that still counts: the entries of one command.
 * @typedef {{first: number, last: number, seat: number | null, by: string, played: boolean, line: import("../../types.d.ts").Line}} Batch
 */

/** Returns the batches that still count, from the one that started the match.
 * @param {readonly Entry[]} entries
 * @returns {Batch[]}
 */
export function findBatches(entries) {
  /** @type {Batch[]} */
  const counting = [];
  let cause = -1;
  for (const entry of entries) {
    if (entry.line.key === "undone") while (counting.length && counting[counting.length - 1].last > entry.line.params?.to) counting.pop();
    const batch = counting[counting.length - 1];
    if (batch && entry.cause === cause && entry.version === batch.last + 1) {
      batch.last = entry.version;
      batch.played ||= !isCommonLine(entry.line);
    } else counting.push({ first: entry.version, last: entry.version, seat: entry.seat, by: entry.by, played: !isCommonLine(entry.line), line: entry.line });
    cause = entry.cause;
  }
  const started = entries.find((entry) => entry.line.key === "started")?.version ?? Infinity;
  return counting.filter((batch) => batch.last >= started);
}

/** Returns the possible undo targets, latest first: each with the version to return to and the first batch that would be taken back.
 * @param {readonly Batch[]} counting
 * @returns {{to: number, taken: Batch}[]}
 */
export function undoTargets(counting) {
  const found = [];
  for (let index = counting.length - 1; index > 0; index -= 1) {
    if (counting.slice(index).some((batch) => batch.played)) found.push({ to: counting[index - 1].last, taken: counting[index] });
  }
  return found;
}

/** Returns the default undo target: before the seat's last command.
 * @param {readonly {to: number, taken: Batch}[]} found
 * @param {number} seat
 * @returns {number | null}
 */
export const defaultTarget = (found, seat) => (found.find(({ taken }) => taken.seat === seat && taken.by === "seat" && taken.played) ?? found[0])?.to ?? null;

/** Returns the undo target for a version: the end of its batch, or the closest earlier one.
 * @param {readonly {to: number, taken: Batch}[]} found
 * @param {number} version
 * @returns {number | null}
 */
export function targetFor(found, version) {
  const after = found.findLast(({ to, taken }) => to >= version && taken.first > version);
  const best = after ?? found[0];
  return best?.to ?? null;
}
