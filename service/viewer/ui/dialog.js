/** A dialog above the page: the browser keeps the focus inside, and gives it back when the dialog closes. */

import { html, useLayoutEffect, useMemo, useRef } from "../dom.js";
import { t } from "../words/words.js";

let made = 0;

/** A modal dialog with a title and a way out; `onClose` is asked for by the button, Escape, and a click beside it.
 * @param {{title: any, open: boolean, onClose: () => void, children?: any, wide?: boolean}} props
 */
export function Dialog({ title, open, onClose, children, wide = false }) {
  const element = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const name = useMemo(() => `dialog-${(made += 1)}`, []);
  useLayoutEffect(() => {
    const dialog = element.current;
    if (!dialog || !open) return;
    const before = document.activeElement;
    dialog.showModal();
    const watch = new MutationObserver(() => keepFocus(dialog));
    watch.observe(dialog, { childList: true, subtree: true, attributeFilter: ["disabled"] });
    return () => {
      watch.disconnect();
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [open]);
  if (!open) return null;
  /** @param {Event} event */
  const cancelled = (event) => {
    if (event.target !== element.current) return;
    event.preventDefault();
    onClose();
  };
  /** @param {MouseEvent} event */
  const beside = (event) => {
    const dialog = element.current;
    if (!dialog || event.target !== dialog) return;
    const box = dialog.getBoundingClientRect();
    const inside = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
    if (!inside) onClose();
  };
  return html`<dialog ref=${element} class=${`chrome-dialog${wide ? " wide" : ""}`} aria-labelledby=${name} onCancel=${cancelled} onMouseDown=${beside}>
    <div class="chrome-dialog-head">
      <h2 id=${name} tabindex="-1">${title}</h2>
      <button type="button" class="plain chrome-icon" aria-label=${t("common.close")} onClick=${onClose}>
        <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M3.5 3.5l9 9m0-9l-9 9" /></svg>
      </button>
    </div>
    ${children}
  </dialog>`;
}

/** Whatever had the focus may have gone: the title has it then, so that the keyboard goes on inside.
 * @param {HTMLDialogElement} dialog
 */
function keepFocus(dialog) {
  if (dialog.contains(document.activeElement) && !document.activeElement?.matches(":disabled")) return;
  dialog.querySelector("h2")?.focus();
}
