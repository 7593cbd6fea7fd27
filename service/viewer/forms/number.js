/** Parses numbers in forms. */

/** Parses a typed number. Empty or invalid text is 0, which the service may refuse.
 * @param {string} text
 * @returns {number}
 */
export const parseNumber = (text) => Number(text.trim().replace(",", ".")) || 0;

/** Returns whether a typed text is a whole number within bounds.
 * @param {string} text
 * @param {number} min
 * @param {number} max
 */
export const inBounds = (text, min, max) => /^\d+$/.test(text.trim()) && min <= Number(text) && Number(text) <= max;

/** Parses a typed number and rounds it.
 * @param {string} text
 * @returns {number}
 */
export const parseWhole = (text) => Math.round(parseNumber(text));
