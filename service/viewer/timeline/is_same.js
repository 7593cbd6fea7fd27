/** Returns whether two JSON values are equal.
 * @param {any} one
 * @param {any} other
 */
export const isSame = (one, other) => one === other || JSON.stringify(one) === JSON.stringify(other);
