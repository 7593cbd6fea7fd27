/** Speaks every line to those who listen instead of looking; while it goes fast, only where it has come to. */

import { html, useEffect, useRef, useState } from "../../dom.js";

const APART = 1200;
const SETTLED = 180;

/** @param {{text: string, moving: boolean}} props */
export function Spoken({ text, moving }) {
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
