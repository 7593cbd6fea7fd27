/** A button that opens a small panel below it, and closes it again on Escape, a click elsewhere, or when the focus leaves. */

import { html, useEffect, useMemo, useRef, useState } from "../dom.js";

let made = 0;

/** @param {{label: string, face: any, children: any}} props `label` is the button's name, `face` what is drawn on it */
export function Menu({ label, face, children }) {
  const [open, setOpen] = useState(false);
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const name = useMemo(() => `menu-${(made += 1)}`, []);
  useEffect(() => {
    if (!open) return;
    /** @param {Event} event */
    const elsewhere = (event) => {
      if (root.current && event.target instanceof Node && !root.current.contains(event.target)) setOpen(false);
    };
    document.addEventListener("pointerdown", elsewhere);
    document.addEventListener("focusin", elsewhere);
    return () => {
      document.removeEventListener("pointerdown", elsewhere);
      document.removeEventListener("focusin", elsewhere);
    };
  }, [open]);
  /** @param {KeyboardEvent} event */
  const pressed = (event) => {
    if (event.key !== "Escape" || !open) return;
    event.stopPropagation();
    setOpen(false);
    root.current?.querySelector("button")?.focus();
  };
  return html`<div class="chrome-menu" ref=${root} onKeyDown=${pressed}>
    <button type="button" class="plain" aria-label=${label} aria-expanded=${open} aria-controls=${open ? name : null}
      onClick=${() => setOpen(!open)}>${face}</button>
    ${open && html`<div id=${name} class="chrome-menu-panel panel">${children}</div>`}
  </div>`;
}
