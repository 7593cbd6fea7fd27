/** The keys of a choice: numbers press what is numbered, Enter sends, Backspace takes back, Escape closes, N ends the turn. */

import { useLayoutEffect, useRef } from "../../../dom.js";
import { kept } from "../../../replay/kept.js";

const TYPING = "input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable]";
const PRESSED_BY_ENTER = "a, button, summary, input, [role=button], [role=slider]";

/** Each says whether it did anything.
 * @typedef {{nth(number: number): boolean, send(): boolean, back(): boolean, close(): boolean, end(): boolean}} Keys
 */

/** Listens while there is something to choose; never where somebody types or a dialog is open.
 * @param {Keys | null} keys
 */
export function useKeys(keys) {
  const now = useRef(keys);
  now.current = keys;
  useLayoutEffect(() => {
    const pressed = (/** @type {KeyboardEvent} */ event) => {
      if (now.current && concerns(event) && done(now.current, event)) event.preventDefault();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, []);
}

/** @param {KeyboardEvent} event */
function concerns(event) {
  const target = /** @type {Element | null} */ (event.target instanceof Element ? event.target : null);
  if (event.defaultPrevented || event.isComposing || event.repeat || event.altKey || target?.closest(TYPING)) return false;
  if (document.querySelector("dialog[open], [role=dialog]")) return false;
  if (event.key.length === 1 && !kept("letters", true)) return false;
  if (event.key !== "Enter") return !event.ctrlKey && !event.metaKey;
  return event.ctrlKey || event.metaKey || !target?.closest(PRESSED_BY_ENTER);
}

/** @param {Keys} keys @param {KeyboardEvent} event */
function done(keys, event) {
  const [, digit] = /^(?:Digit|Numpad)([1-9])$/.exec(event.code) ?? [];
  if (digit && !event.shiftKey) return keys.nth(Number(digit));
  if (event.key === "Enter") return keys.send();
  if (event.key === "Backspace") return keys.back();
  if (event.key === "Escape") return keys.close();
  return event.key === "n" && keys.end();
}
