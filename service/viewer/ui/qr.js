/** Draws a text as a QR code. It is always dark on white, because not every phone reads inverted codes. */

import { html, memo } from "../dom.js";
import { generate } from "../vendor/qr.js";

/** Width of the white margin, in modules. */
const QUIET = 4;

/** @type {(props: {text: string, label: string}) => any} */
export const QrCode = memo((/** @type {{text: string, label: string}} */ { text, label }) => {
  const { path, side } = qrPath(text);
  return html`<svg class="qr" viewBox=${`${-QUIET} ${-QUIET} ${side} ${side}`} role="img" aria-label=${label} shape-rendering="crispEdges">
    <rect x=${-QUIET} y=${-QUIET} width=${side} height=${side} fill="#fff" /><path d=${path} fill="#000" />
  </svg>`;
});

/** Returns the dark modules as one SVG path, row by row, and the side length in modules including the margin.
 * @param {string} text
 * @returns {{path: string, side: number}}
 */
export function qrPath(text) {
  const code = generate(text);
  let path = "";
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) {
      if (!code.get(x, y)) continue;
      const from = x;
      while (code.get(x + 1, y)) x += 1;
      path += `M${from} ${y}h${x + 1 - from}v1h${from - x - 1}z`;
    }
  }
  return { path, side: code.size + 2 * QUIET };
}
