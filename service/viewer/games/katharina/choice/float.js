/** The question once more at the edge of the window, for as long as its buttons are out of sight. */

import { html, useEffect, useState } from "../../../dom.js";
import { t } from "../../../words/words.js";

/** Whether an element is out of sight: outside the window, or below the bar at its foot.
 * @param {{current: HTMLElement | null}} element
 * @returns {{hidden: boolean, foot: number}} and how much of the window that bar takes
 */
export function useHidden(element) {
  const [seen, setSeen] = useState({ hidden: false, foot: 0 });
  useEffect(() => {
    if (!element.current) return undefined;
    const foot = document.querySelector(".replay-bar")?.clientHeight ?? 0;
    const observer = new IntersectionObserver(([entry]) => setSeen({ hidden: !entry.isIntersecting, foot }), { rootMargin: `0px 0px -${foot}px 0px`, threshold: 0.5 });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element.current]);
  return seen;
}

/** @param {{question: string, text: string, can: boolean, send: () => void, label: string, foot: number, show: () => void}} props */
export function Float({ question, text, can, send, label, foot, show }) {
  return html`<div class="ka-float" role="group" aria-label=${question} style=${{ bottom: `${foot}px` }}>
    <p><strong>${question}</strong>${" "}${text}</p>
    <button type="button" onClick=${show}>${t("katharina.float.show")}</button>
    ${can && html`<button type="button" class="primary" onClick=${send}>${label}</button>`}
  </div>`;
}
