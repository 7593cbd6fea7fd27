/** A section of the organiser's page that can be folded. */

import { html, useState } from "../../../dom.js";

/** @param {{title: any, note?: any, open?: boolean, children?: any}} props */
export function Part({ title, note = "", open = false, children }) {
  const [shown, setShown] = useState(open);
  return html`<details class="desk-part" open=${shown} onToggle=${(/** @type {any} */ event) => event.target === event.currentTarget && setShown(event.target.open)}>
    <summary><h3>${title}</h3>${note && html`<span class="soft">${note}</span>`}</summary>
    ${shown && html`<div class="desk-inside">${children}</div>`}
  </details>`;
}
