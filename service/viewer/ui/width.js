/** How wide something is on the page, for what is drawn otherwise because of it. */

import { useLayoutEffect, useState } from "../dom.js";

/** How wide an element is; null before that is known.
 * @param {{current: HTMLElement | null}} element
 * @returns {number | null}
 */
export function useWidth(element) {
  const [width, setWidth] = useState(/** @type {number | null} */ (null));
  useLayoutEffect(() => {
    if (!element.current) return undefined;
    setWidth(element.current.clientWidth);
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry.contentRect.width)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return width;
}
