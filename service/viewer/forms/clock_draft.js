/** The clock part of a form: what the user has typed, and the clock that is sent. */

import { t } from "../words/words.js";
import { inBounds, parseNumber, parseWhole } from "./number.js";

/** @typedef {{on: boolean, command: string, match: string, increment: string, at_zero: string, bot: string}} ClockDraft */

/** @type {ClockDraft} */
export const NO_CLOCK = { on: false, command: "120", match: "60", increment: "10", at_zero: "default", bot: "" };

/** The largest values: seconds per command, minutes per match, seconds of increment. */
export const MOST = { command: 2_592_000, match: 525_600, increment: 86_400 };

/** Returns the reason for which the service would refuse a clock, or "".
 * @param {ClockDraft} draft
 * @returns {string}
 */
export function clockFault(draft) {
  if (!draft.on) return "";
  const { command = 0, match = 0, increment = 0 } = clockOf(draft) ?? {};
  const sound = (command > 0 || match > 0) && (match > 0 || increment === 0);
  const bounded = /** @type {const} */ (["command", "increment"]).every((name) => inBounds(draft[name] || "0", 0, MOST[name])) && parseNumber(draft.match) >= 0 && parseNumber(draft.match) <= MOST.match;
  return sound && bounded ? "" : t("tournaments.fault.clock");
}

/** Returns the clock to send, or null for none.
 * @param {ClockDraft} draft
 * @returns {Record<string, any> | null}
 */
export function clockOf(draft) {
  if (!draft.on) return null;
  const numbers = { command: parseWhole(draft.command), match: Math.round(60 * parseNumber(draft.match)), increment: parseWhole(draft.increment) };
  return { ...Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== 0)), at_zero: draft.at_zero, ...(draft.at_zero !== "forfeit" && draft.bot && { bot: draft.bot }) };
}
