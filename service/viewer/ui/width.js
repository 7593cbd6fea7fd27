/** Width of an element as a hook. */

import { useLayoutEffect, useState } from "../dom.js";

/** Returns the width of an element in pixels, or null before it is measured.
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
