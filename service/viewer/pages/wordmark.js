/** The product's name and its mark: a timeline, with one moment on it. */

import { html } from "../dom.js";

/** The mark alone: a line of moments, of which one is looked at. */
function Mark() {
  return html`<svg class="chrome-mark" viewBox="0 0 32 32" aria-hidden="true">
    <path class="chrome-mark-line" d="M2 24.5h28" />
    <path class="chrome-mark-tick" d="M6 24V18M11 24V13M16 24V9M21 24V15.5M26 24V19.5" />
    <circle class="chrome-mark-now" cx="16" cy="7.5" r="3.6" />
  </svg>`;
}

/** Mark and name. */
export function Wordmark() {
  return html`<span class="chrome-wordmark"><${Mark} /><span class="chrome-name">Chronik</span></span>`;
}
