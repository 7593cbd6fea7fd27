/** Formatting of ratings. */

import { language } from "../../words/words.js";

/** Formats a rating: whole points from 100 on, one decimal below.
 * @param {number} value
 * @returns {string}
 */
export const formatRating = (value) => new Intl.NumberFormat(language(), { maximumFractionDigits: Math.abs(value) < 100 ? 1 : 0 }).format(value);
