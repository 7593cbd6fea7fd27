/** A modal dialog. The browser keeps the focus inside it. */

import { html, useLayoutEffect, useMemo, useRef } from "../dom.js";
import { t } from "../words/words.js";

let made = 0;

/** A modal dialog with a title and a close button. The button, Escape and a click outside call `onClose`.
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
  const onCancel = (event) => {
    if (event.target !== element.current) return;
    event.preventDefault();
    onClose();
  };
  /** @param {MouseEvent} event */
  const onMouseDown = (event) => {
    const dialog = element.current;
    if (!dialog || event.target !== dialog) return;
    const box = dialog.getBoundingClientRect();
    const inside = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
    if (!inside) onClose();
  };
  return html`<dialog ref=${element} class=${`chrome-dialog${wide ? " wide" : ""}`} aria-labelledby=${name} onCancel=${onCancel} onMouseDown=${onMouseDown}>
    <div class="chrome-dialog-head">
      <h2 id=${name} tabindex="-1">${title}</h2>
      <button type="button" class="plain chrome-icon" aria-label=${t("common.close")} onClick=${onClose}>
        <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M3.5 3.5l9 9m0-9l-9 9" /></svg>
      </button>
    </div>
    ${children}
  </dialog>`;
}

/** Moves the focus to the title if the focused element was removed or disabled.
 * @param {HTMLDialogElement} dialog
 */
function keepFocus(dialog) {
  if (dialog.contains(document.activeElement) && !document.activeElement?.matches(":disabled")) return;
  dialog.querySelector("h2")?.focus();
}
