/** The keyboard handler of the viewer. */

import { useLayoutEffect } from "../../dom.js";
import { runAction } from "./actions.js";
import { actionOf } from "./keymap.js";

/** Listens for keys. They do nothing in text fields, while a dialog is open, or (letters) if the user has switched them off.
 * @param {import("./stage.js").Stage} stage
 * @param {number | null} own
 */
export function useKeys(stage, own) {
  useLayoutEffect(() => {
    /** @param {KeyboardEvent} event */
    const onKeyDown = (event) => {
      if (document.querySelector("dialog[open]")) return;
      const name = actionOf(event, stage);
      if (name !== null && runAction(name, stage, own)) event.preventDefault();
    };
    window.addEventListener("keydown", onKeyDown);
    window.addEventListener("click", onClick);
    return () => {
      window.removeEventListener("keydown", onKeyDown);
      window.removeEventListener("click", onClick);
    };
  }, [stage, own]);
}

/** Removes the focus from a clicked button, so that Space starts playback instead of pressing it again.
 * @param {MouseEvent} event
 */
function onClick(event) {
  const button = event.detail > 0 && event.target instanceof Element && event.target.closest(".replay-bar button, .replay-row button");
  if (button instanceof HTMLElement && button === document.activeElement) button.blur();
}
