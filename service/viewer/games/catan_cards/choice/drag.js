/** Drags a region of the first layout onto another, by mouse, pen or finger. */

import { useEffect, useRef } from "../../../dom.js";

/** Pixels that a pointer travels before it drags. */
const FAR = 6;

/** @param {((one: string, other: string) => void) | null} swap null if nothing can be dragged now */
export function useDragging(swap) {
  const latest = useRef(swap);
  latest.current = swap;
  useEffect(() => {
    if (!swap) return undefined;
    /** @type {{region: HTMLElement, x: number, y: number, dragged: boolean} | null} */
    let held = null;
    const down = (/** @type {PointerEvent} */ event) => {
      const region = /** @type {Element} */ (event.target).closest("[data-drags]");
      if (region && event.isPrimary && event.button === 0) held = { region: /** @type {HTMLElement} */ (region), x: event.clientX, y: event.clientY, dragged: false };
    };
    const drag = (/** @type {PointerEvent} */ event) => {
      if (!held) return;
      const [x, y] = [event.clientX - held.x, event.clientY - held.y];
      held.dragged ||= Math.hypot(x, y) > FAR;
      if (!held.dragged) return;
      held.region.dataset.dragged = "";
      held.region.style.translate = `${x}px ${y}px`;
    };
    const drop = (/** @type {PointerEvent} */ event) => {
      if (!held) return;
      const { region, dragged } = held;
      held = null;
      region.style.translate = "";
      delete region.dataset.dragged;
      if (!dragged || event.type === "pointercancel") return;
      const target = document.elementsFromPoint(event.clientX, event.clientY).map((one) => one.closest("[data-drags]")).find((one) => one && one !== region);
      const [one, other] = [region.dataset.region, /** @type {HTMLElement | undefined} */ (target ?? undefined)?.dataset.region];
      // The click that follows the drag picks nothing.
      addEventListener("click", stop, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", stop, true));
      if (one && other) latest.current?.(one, other);
    };
    addEventListener("pointerdown", down);
    addEventListener("pointermove", drag);
    addEventListener("pointerup", drop);
    addEventListener("pointercancel", drop);
    return () => {
      removeEventListener("pointerdown", down);
      removeEventListener("pointermove", drag);
      removeEventListener("pointerup", drop);
      removeEventListener("pointercancel", drop);
    };
  }, [swap === null]);
}

/** @param {Event} event */
function stop(event) {
  event.stopPropagation();
  event.preventDefault();
}
