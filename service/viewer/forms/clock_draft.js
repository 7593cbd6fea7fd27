/** A clock as it is typed into a form, and as it is sent. */

import { typed, whole } from "./number.js";

/** @typedef {{on: boolean, command: string, match: string, increment: string, at_zero: string, bot: string}} ClockDraft */

/** @type {ClockDraft} */
export const NO_CLOCK = { on: false, command: "120", match: "60", increment: "10", at_zero: "default", bot: "" };

/** The clock as it is sent, or null without one.
 * @param {ClockDraft} draft
 * @returns {Record<string, any> | null}
 */
export function clockOf(draft) {
  if (!draft.on) return null;
  const numbers = { command: whole(draft.command), match: Math.round(60 * typed(draft.match)), increment: whole(draft.increment) };
  return { ...Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== 0)), at_zero: draft.at_zero, ...(draft.at_zero !== "forfeit" && draft.bot && { bot: draft.bot }) };
}
