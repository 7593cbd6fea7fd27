/** The keyboard shortcuts for making a choice: numbers press numbered buttons, Enter sends the answer, Backspace takes back the last pick, Escape closes the tool, N ends the turn or declines. */

/** The actions behind the shortcuts; each returns whether it had an effect.
 * @typedef {{nth(number: number): boolean, send(): boolean, back(): boolean, close(): boolean, end(): boolean}} Keys
 */

/** Handles a key; returns false if it has no effect now.
 * @param {Keys} keys
 * @param {KeyboardEvent} event
 */
export function done(keys, event) {
  const [, digit] = /^(?:Digit|Numpad)([1-9])$/.exec(event.code) ?? [];
  if (digit && !event.shiftKey) return keys.nth(Number(digit));
  if (event.key === "Enter") return keys.send();
  if (event.key === "Backspace") return keys.back();
  if (event.key === "Escape") return keys.close();
  return event.key === "n" && keys.end();
}
