/** Announces lines to screen readers. While the cursor moves fast, it announces only where the cursor stops. */

import { html, useEffect, useRef, useState } from "../../dom.js";

/** Milliseconds between two announcements while moving, and milliseconds before an announcement. */
const APART = 1200;
const SETTLED = 180;

/** @param {{text: string, moving: boolean}} props */
export function Announcer({ text, moving }) {
  const [said, setSaid] = useState("");
  const spoken = useRef(0);
  useEffect(() => {
    const wait = Math.max(SETTLED, moving ? spoken.current + APART - performance.now() : 0);
    const timer = setTimeout(() => {
      spoken.current = performance.now();
      setSaid(text);
    }, wait);
    return () => clearTimeout(timer);
  }, [text, moving]);
  return html`<p class="unseen" aria-live="polite">${said}</p>`;
}
