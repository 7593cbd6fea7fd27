/** A button that opens a small panel below it. Escape, a click elsewhere or losing the focus closes it. */

import { html, useEffect, useMemo, useRef, useState } from "../dom.js";

let made = 0;

/** @param {{label: string, face: any, children: any}} props `label` is the button's accessible name, `face` its content */
export function Menu({ label, face, children }) {
  const [open, setOpen] = useState(false);
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const name = useMemo(() => `menu-${(made += 1)}`, []);
  useEffect(() => {
    if (!open) return;
    /** @param {Event} event */
    const closeOutside = (event) => {
      if (root.current && event.target instanceof Node && !root.current.contains(event.target)) setOpen(false);
    };
    document.addEventListener("pointerdown", closeOutside);
    document.addEventListener("focusin", closeOutside);
    return () => {
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("focusin", closeOutside);
    };
  }, [open]);
  /** @param {KeyboardEvent} event */
  const onKeyDown = (event) => {
    if (event.key !== "Escape" || !open) return;
    event.stopPropagation();
    setOpen(false);
    root.current?.querySelector("button")?.focus();
  };
  return html`<div class="chrome-menu" ref=${root} onKeyDown=${onKeyDown}>
    <button type="button" class="plain" aria-label=${label} aria-expanded=${open} aria-controls=${open ? name : null}
      onClick=${() => setOpen(!open)}>${face}</button>
    ${open && html`<div id=${name} class="chrome-menu-panel panel">${children}</div>`}
  </div>`;
}
