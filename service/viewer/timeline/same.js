/** Whether two values that came as JSON say the same.
 * @param {any} one
 * @param {any} other
 */
export const same = (one, other) => one === other || JSON.stringify(one) === JSON.stringify(other);
