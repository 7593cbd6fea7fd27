/** The product's name and logo: a timeline with one marked point. */

import { html } from "../dom.js";

/** The logo without the name. */
function Mark() {
  return html`<svg class="chrome-mark" viewBox="0 0 32 32" aria-hidden="true">
    <path class="chrome-mark-line" d="M2 24.5h28" />
    <path class="chrome-mark-tick" d="M6 24V18M11 24V13M16 24V9M21 24V15.5M26 24V19.5" />
    <circle class="chrome-mark-now" cx="16" cy="7.5" r="3.6" />
  </svg>`;
}

/** The logo with the name. */
export function Wordmark() {
  return html`<span class="chrome-wordmark"><${Mark} /><span class="chrome-name">Chronik</span></span>`;
}
