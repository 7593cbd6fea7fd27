/** Formatting of numbers in the standings. */

import { language } from "../../words/words.js";

/** Formats a score or tie-break with at most three decimals.
 * @param {import("../../types.d.ts").TournamentAmount} amount
 * @returns {string}
 */
export const formatAmount = ({ value }) => new Intl.NumberFormat(language(), { maximumFractionDigits: 3 }).format(value);

/** Returns whether a score or tie-break is rounded when it is shown: "140/451" is not exactly 0.31.
 * @param {import("../../types.d.ts").TournamentAmount} amount
 * @returns {boolean}
 */
export const isRounded = ({ exact, value }) => exact.includes("/") && Math.abs(value * 1000 - Math.round(value * 1000)) > 1e-9;

/** Formats a duration in its two largest units: "1 hour 30 minutes", or "1 hr 30 min".
 * @param {number} seconds
 * @param {"long" | "short"} [unitDisplay]
 * @returns {string}
 */
export function formatDuration(seconds, unitDisplay = "long") {
  const parts = /** @type {const} */ ([["day", 86_400], ["hour", 3600], ["minute", 60], ["second", 1]]);
  /** @type {string[]} */
  const told = [];
  let left = seconds;
  for (const [unit, length] of parts) {
    const count = Math.floor(left / length);
    left -= count * length;
    if (count > 0 && told.length < 2) told.push(new Intl.NumberFormat(language(), { style: "unit", unit, unitDisplay }).format(count));
  }
  return told.join(" ");
}
