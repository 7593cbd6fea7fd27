/** Whose eyes a reader looks through: in order, in words, and at what price. */

import { t } from "../words/words.js";
import { nameOf } from "./sentences.js";

/** Whether a look leaves an entry in the log, so that the reader is asked first.
 * @param {Pick<import("../types.d.ts").MatchCard, "status">} card
 * @param {string} viewer
 * @returns {boolean}
 */
export const leavesEntry = (card, viewer) => viewer === "referee" && card.status === "running";

/** The viewer before or after one, round and round.
 * @param {readonly string[]} viewers
 * @param {string} viewer
 * @param {1 | -1} by
 * @returns {string}
 */
export const beside = (viewers, viewer, by) => viewers[(viewers.indexOf(viewer) + by + viewers.length) % viewers.length] ?? viewer;

/** The seat that a viewer is, null for one that is none.
 * @param {string} viewer
 * @returns {number | null}
 */
export const seatOf = (viewer) => (/^\d+$/.test(viewer) ? Number(viewer) : null);

/** What a viewer is called.
 * @param {string} viewer
 * @param {import("../types.d.ts").SeatInfo[]} seats
 * @returns {string}
 */
export const viewerName = (viewer, seats) => (seatOf(viewer) === null ? t(`common.${viewer}`) : nameOf(seats, seatOf(viewer)));

/** What the page shows, in words: "as Ada knew it at 87".
 * @param {string} viewer
 * @param {number} at
 * @param {import("../types.d.ts").SeatInfo[]} seats
 * @returns {string}
 */
export const knowledge = (viewer, at, seats) => t(`replay.knew.${seatOf(viewer) === null ? viewer : "seat"}`, { name: viewerName(viewer, seats), at });
