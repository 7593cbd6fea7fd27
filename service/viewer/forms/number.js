/** Numbers as they are typed into a form. */

/** What was typed as a number; nothing is 0, and what is no number is sent for the service to refuse.
 * @param {string} text
 * @returns {number}
 */
export const typed = (text) => Number(text.trim().replace(",", ".")) || 0;

/** What was typed as a whole number.
 * @param {string} text
 * @returns {number}
 */
export const whole = (text) => Math.round(typed(text));
