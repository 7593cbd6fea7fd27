/** Zooms a drawing with two fingers, with Ctrl and the wheel, or with a button. When it is zoomed in, the user moves it by scrolling. */

import { useEffect, useLayoutEffect, useRef, useState } from "../dom.js";

/** The scale that the button sets, and the largest possible scale. */
const STEP = 1.65;
const MOST = 4;

/** Zooms the only child of a view; the view may be attached later than the component.
 * @returns {{sheet: (view: HTMLElement | null) => void, near: boolean, turn: () => void}} `sheet` is the view's ref, `near` whether it is zoomed in, `turn` toggles the zoom
 */
export function useZoom() {
  const [view, sheet] = useState(/** @type {HTMLElement | null} */ (null));
  const [scale, setScale] = useState(1);
  const now = useRef({ scale, x: 0.5, y: 0.5 });
  // The point under the fingers must stay in place.
  useLayoutEffect(() => {
    if (!view) return;
    const { scale: was, x, y } = now.current;
    const [left, top] = [view.scrollLeft + x * view.clientWidth, view.scrollTop + y * view.clientHeight];
    view.style.setProperty("--near", String(scale));
    view.scrollLeft = (left * scale) / was - x * view.clientWidth;
    view.scrollTop = (top * scale) / was - y * view.clientHeight;
    now.current.scale = scale;
  }, [scale]);
  useEffect(() => {
    if (!view) return undefined;
    let apart = 0;
    let begun = 1;
    const at = (/** @type {number} */ x, /** @type {number} */ y) => {
      const box = view.getBoundingClientRect();
      Object.assign(now.current, { x: (x - box.left) / box.width, y: (y - box.top) / box.height });
    };
    const clampScale = (/** @type {number} */ wanted) => (wanted < 1.05 ? 1 : Math.min(MOST, wanted));
    const fingerDistance = (/** @type {TouchList} */ [one, other]) => {
      at((one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2);
      return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    };
    const down = (/** @type {TouchEvent} */ event) => {
      if (event.touches.length === 2) [apart, begun] = [fingerDistance(event.touches), now.current.scale];
    };
    const move = (/** @type {TouchEvent} */ event) => {
      if (event.touches.length !== 2 || apart === 0) return;
      event.preventDefault();
      setScale(clampScale((begun * fingerDistance(event.touches)) / apart));
    };
    const wheel = (/** @type {WheelEvent} */ event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      at(event.clientX, event.clientY);
      setScale((before) => clampScale(before * Math.exp(-event.deltaY / 300)));
    };
    view.addEventListener("touchstart", down, { passive: true });
    view.addEventListener("touchmove", move, { passive: false });
    view.addEventListener("wheel", wheel, { passive: false });
    return () => {
      view.removeEventListener("touchstart", down);
      view.removeEventListener("touchmove", move);
      view.removeEventListener("wheel", wheel);
    };
  }, [view]);
  const turn = () => {
    Object.assign(now.current, { x: 0.5, y: 0.5 });
    setScale(scale > 1 ? 1 : STEP);
  };
  return { sheet, near: scale > 1, turn };
}
