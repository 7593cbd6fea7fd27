/** A rating as people read it. */

import { language } from "../../words/words.js";

/** A rating as people read it: whole points where there are hundreds of them, else one decimal.
 * @param {number} value
 * @returns {string}
 */
export const rated = (value) => new Intl.NumberFormat(language(), { maximumFractionDigits: Math.abs(value) < 100 ? 1 : 0 }).format(value);
