/** Where the sheets of a tournament are. */

import { language } from "../../words/words.js";

/** The address of a sheet, in the language of the page.
 * @param {{id: string}} card
 * @param {string} sheet "final", or "rounds/2"
 */
export const sheetAt = (card, sheet) => `/tournaments/${card.id}/print/${sheet}?lang=${language()}`;
