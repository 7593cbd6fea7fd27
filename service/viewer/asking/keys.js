/** Keyboard handling of a choice. The game decides what each key does. */

import { useLayoutEffect, useRef } from "../dom.js";
import { readSetting } from "../ui/settings.js";

const TYPING = "input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable]";
const PRESSED_BY_ENTER = "a, button, summary, input, [role=button], [role=slider]";

/** Listens for keys while there is a choice, but not while the user types or a dialog is open.
 * @template Keys
 * @param {Keys | null} keys passed to `done`; null while no question is open
 * @param {(keys: Keys, event: KeyboardEvent) => boolean} done handles a key, and returns whether the key had an effect
 */
export function useChoiceKeys(keys, done) {
  const now = useRef(keys);
  now.current = keys;
  useLayoutEffect(() => {
    const onKeyDown = (/** @type {KeyboardEvent} */ event) => {
      if (now.current && isForChoice(event) && done(now.current, event)) event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

/** Assigns the number keys 1 to 9 to tools. Tools in `always` come first, so their numbers never change.
 * @param {readonly string[]} always
 * @param {readonly string[]} now all usable tools, in their order
 * @returns {Record<string, number>} the number of each tool; a tenth tool has none
 */
export function assignNumbers(always, now) {
  const all = [...always, ...now.filter((id) => !always.includes(id))];
  return Object.fromEntries(all.slice(0, 9).map((id, at) => [id, at + 1]));
}

/** Clicks the button with this number. Buttons with `data-nth="true"` are numbered in their order.
 * @param {string} within a selector of their container
 * @param {number} number
 * @returns {boolean} whether such a button exists
 */
export function pressNumber(within, number) {
  const seen = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll(`${within} button[data-nth]:not(:disabled)`)]).filter((one) => one.offsetParent);
  const inTurn = seen.filter((one) => one.dataset.nth === "true");
  const wanted = seen.find((one) => one.dataset.nth === String(number)) ?? inTurn[number - 1];
  wanted?.click();
  return wanted !== undefined;
}

/** @param {KeyboardEvent} event */
function isForChoice(event) {
  const target = /** @type {Element | null} */ (event.target instanceof Element ? event.target : null);
  if (event.defaultPrevented || event.isComposing || event.repeat || event.altKey || target?.closest(TYPING)) return false;
  if (document.querySelector("dialog[open], [role=dialog]")) return false;
  if (event.key.length === 1 && !readSetting("letters", true)) return false;
  if (event.key !== "Enter") return !event.ctrlKey && !event.metaKey;
  return event.ctrlKey || event.metaKey || !target?.closest(PRESSED_BY_ENTER);
}
