/** Addresses of printable sheets. */

import { language } from "../../words/words.js";

/** Returns the address of a sheet, in the page's language.
 * @param {{id: string}} card
 * @param {string} sheet "final", or "rounds/2"
 */
export const sheetAt = (card, sheet) => `/tournaments/${card.id}/print/${sheet}?lang=${language()}`;
