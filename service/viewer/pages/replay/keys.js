/** The keys of the viewer at work. */

import { useLayoutEffect } from "../../dom.js";
import { act } from "./actions.js";
import { action } from "./keymap.js";

/** Listens to keys from the moment the page is there. They are dead in text fields, below a dialog, and where letters are switched off.
 * @param {import("./stage.js").Stage} stage
 * @param {number | null} own
 */
export function useKeys(stage, own) {
  useLayoutEffect(() => {
    /** @param {KeyboardEvent} event */
    const pressed = (event) => {
      if (document.querySelector("dialog[open]")) return;
      const name = action(event, stage);
      if (name !== null && act(name, stage, own)) event.preventDefault();
    };
    window.addEventListener("keydown", pressed);
    window.addEventListener("click", released);
    return () => {
      window.removeEventListener("keydown", pressed);
      window.removeEventListener("click", released);
    };
  }, [stage, own]);
}

/** A button that was clicked lets go of the focus, so that Space plays and does not press it again.
 * @param {MouseEvent} event
 */
function released(event) {
  const button = event.detail > 0 && event.target instanceof Element && event.target.closest(".replay-bar button, .replay-row button");
  if (button instanceof HTMLElement && button === document.activeElement) button.blur();
}
