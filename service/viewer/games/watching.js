/** Functions that all games share for showing a match to its viewers. */

/** Returns the markers that a game sets on the slider, built from their symbols and names.
 * @param {Record<string, string>} symbols
 * @param {(kind: string) => string} name
 * @returns {Record<string, {symbol: string, label(): string}>}
 */
export const marked = (symbols, name) => Object.fromEntries(Object.entries(symbols).map(([kind, symbol]) => [kind, { symbol, label: () => name(kind) }]));

/** Returns whether the initial setup is complete, which is when a seat has a question.
 * @param {any} view
 * @returns {boolean}
 */
export const stands = (view) => Object.values(view.seats).some(({ prompt, prompts = [] }) => prompt || prompts.length > 0);

/** Returns the points by seat.
 * @param {any} view
 * @returns {number[]}
 */
export const points = (view) => Object.keys(view.seats).map((seat) => view.seats[seat].points);

/** Returns the seats that have given a sealed answer.
 * @param {any} view
 * @returns {number[]}
 */
export const sealed = (view) => Object.keys(view.seats).filter((seat) => view.seats[seat].sealed || view.seats[seat].committed).map(Number);
