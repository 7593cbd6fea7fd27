/** The keys of a choice: when they are heard. What they do is the game's. */

import { useLayoutEffect, useRef } from "../dom.js";
import { kept } from "../ui/kept.js";

const TYPING = "input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable]";
const PRESSED_BY_ENTER = "a, button, summary, input, [role=button], [role=slider]";

/** Listens while there is something to choose; never where somebody types or a dialog is open.
 * @template Keys
 * @param {Keys | null} keys what the keys do now; null where nothing is asked
 * @param {(keys: Keys, event: KeyboardEvent) => boolean} done does it, and says whether a key did anything
 */
export function useChoiceKeys(keys, done) {
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

/** The numbers that press tools: those that always stand there keep theirs, whatever comes and goes beside them.
 * @param {readonly string[]} always
 * @param {readonly string[]} now all that can be used now, in their order
 * @returns {Record<string, number>} by tool; a tenth one has no number
 */
export function numbersOf(always, now) {
  const all = [...always, ...now.filter((id) => !always.includes(id))];
  return Object.fromEntries(all.slice(0, 9).map((id, at) => [id, at + 1]));
}

/** Presses what has this number: a tool by its own, else the one of that place among what is numbered in turn.
 * @param {string} within selects what is numbered
 * @param {number} number
 * @returns {boolean} whether there is such a one
 */
export function pressNumber(within, number) {
  const seen = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll(`${within} button[data-nth]:not(:disabled)`)]).filter((one) => one.offsetParent);
  const inTurn = seen.filter((one) => one.dataset.nth === "true");
  const wanted = seen.find((one) => one.dataset.nth === String(number)) ?? inTurn[number - 1];
  wanted?.click();
  return wanted !== undefined;
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
