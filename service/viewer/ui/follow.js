/** Scrolls what happens next into view, but never while the user scrolls. */

import { useEffect } from "../dom.js";

/** Milliseconds after the user's last scrolling in which the page does not scroll by itself. */
const REST = 3000;
let scrolled = -Infinity;
for (const kind of ["wheel", "touchmove"]) globalThis.addEventListener?.(kind, () => (scrolled = performance.now()), { capture: true, passive: true });

/** Scrolls to an element that the user wants to see, and then lets nothing else scroll for a while. @param {string} selector */
export function showNow(selector) {
  scrolled = performance.now();
  setTimeout(() => document.querySelector(selector)?.scrollIntoView({ block: "center" }), 100);
}

/** Scrolls to an element whenever the key changes.
 * @param {string} key identifies what happens; empty if nothing does
 * @param {string} selector
 * @param {{asks?: boolean, behavior?: ScrollBehavior}} [how] `asks` for a question, which is shown even if the user has just scrolled
 */
export function useFollow(key, selector, { asks = false, behavior = "smooth" } = {}) {
  useEffect(() => {
    if (key && (asks || performance.now() - scrolled > REST)) document.querySelector(selector)?.scrollIntoView({ block: "nearest", behavior });
  }, [key]);
}
