/** Finds the hidden cards or regions that a seat is being shown right now. */

import { t } from "../../words/words.js";

/** @typedef {"stack" | "hand" | "regions"} Shown */

/** The hidden things that each kind of question shows. @type {Record<string, Shown>} */
const SHOWN = { "take-cards": "stack", "swap-card": "stack", "pick-card": "stack", "remove-cards": "hand", "steal-card": "hand", "scout-regions": "regions" };

/** Returns the seat that is being shown something, and what kind of thing it is; null if there is none or the viewer may not see it.
 * @param {any} view
 * @returns {{seat: number, of: Shown, prompt: any} | null}
 */
export function looking(view) {
  if (!view.sight) return null;
  for (const seat of Object.keys(view.seats)) {
    for (const prompt of view.seats[seat].prompts ?? []) if (SHOWN[prompt.t]) return { seat: Number(seat), of: SHOWN[prompt.t], prompt };
  }
  return null;
}

/** Returns the title of a look.
 * @param {{seat: number, of: Shown, prompt: any}} look
 * @param {any} view
 * @param {import("../../types.d.ts").SeatInfo[]} seats
 * @returns {string}
 */
export function lookTitle({ seat, of, prompt }, { sight }, seats) {
  const n = (sight.cards ?? []).length + (sight.regions ?? []).length;
  return t(`catan_cards.look.${of}`, { who: seats[seat].name, whose: seats[prompt.victim ?? seat].name, stack: prompt.stack, n });
}
