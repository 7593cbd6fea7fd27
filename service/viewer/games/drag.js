/** Drags cards, or regions of a first layout, to places on the table: at once with a mouse; with a finger or pen after a short rest, or at once where the page cannot scroll that way. */

/**
 * @typedef {object} Drag
 * @property {string} onto selector of the places
 * @property {(place: HTMLElement | null, at: Element | null) => void} drop called at the end, with the place under the pointer, and with what is there
 * @property {() => void} [lift] called when the element begins to move
 * @property {() => void} [cancel] called after Escape
 */

/** The distance in pixels that a pressed card moves before it is dragged. */
const FAR = 8;
/** The milliseconds that a finger must rest on a card to lift it: a shorter touch is a tap, and a moving one scrolls. */
const REST = 180;

/** True while a card is lifted, so that the page does not scroll under the finger. */
let lifted = false;

/** @param {Event} event */
const stay = (event) => lifted && event.cancelable && event.preventDefault();

/** Returns the attributes that make an element draggable; none if it cannot be dragged now.
 * @param {Drag | null | undefined} drag
 */
export function draggable(drag) {
  if (!drag) return null;
  return { "data-drag": "", onPointerDown: (/** @type {PointerEvent} */ event) => follow(event, drag), onTouchMove: stay, onContextMenu: stay };
}

/**
 * @param {PointerEvent} down
 * @param {Drag} drag
 */
function follow(down, { onto, drop, lift: onLift, cancel }) {
  if (down.button !== 0 || !down.isPrimary) return;
  const held = /** @type {HTMLElement} */ (down.currentTarget);
  const box = held.getBoundingClientRect();
  /** @type {HTMLElement | null} */
  let ghost = null;
  let begun = false;
  /** @type {Element | null} */
  let at = null;
  /** @type {HTMLElement | null} */
  let over = null;
  const ends = new AbortController();
  const lift = () => {
    clearTimeout(rest);
    lifted = true;
    ghost = ghostOf(held, box);
  };
  const { touchAction } = getComputedStyle(held);
  const mouse = down.pointerType === "mouse" || touchAction === "none";
  const rest = mouse ? undefined : setTimeout(lift, REST);

  /** @param {PointerEvent} move */
  const moved = (move) => {
    if (move.pointerId !== down.pointerId) return;
    const [x, y] = [move.clientX - down.clientX, move.clientY - down.clientY];
    if (!begun && Math.hypot(x, y) < FAR) return;
    if (!ghost && (mouse || (touchAction.startsWith("pan-x") && -y > Math.abs(x)))) lift();
    if (!ghost) return end();
    if (!begun) onLift?.();
    begun = true;
    ghost.style.transform = `translate(${x}px, ${y}px) rotate(2deg)`;
    at = document.elementFromPoint(move.clientX, move.clientY);
    const under = /** @type {HTMLElement | null} */ (at?.closest(onto) ?? null);
    if (under === over) return;
    over?.removeAttribute("data-over");
    under?.setAttribute("data-over", "");
    over = under;
  };
  const end = () => {
    ends.abort();
    clearTimeout(rest);
    lifted = false;
    over?.removeAttribute("data-over");
    held.removeAttribute("data-held");
    ghost?.remove();
  };
  const released = (/** @type {PointerEvent} */ up) => {
    if (up.pointerId !== down.pointerId) return;
    end();
    if (!begun || up.type !== "pointerup") return;
    drop(over, at);
    // The click that follows a drag presses nothing.
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }));
  };
  const escaped = (/** @type {KeyboardEvent} */ key) => {
    if (key.key !== "Escape" || !begun) return;
    swallow(key);
    end();
    cancel?.();
  };
  const { signal } = ends;
  addEventListener("pointermove", moved, { signal });
  addEventListener("pointerup", released, { signal });
  addEventListener("pointercancel", released, { signal });
  addEventListener("keydown", escaped, { signal, capture: true });
}

/** @param {Event} event */
const swallow = (event) => {
  event.stopPropagation();
  event.preventDefault();
};

/** Returns a copy of the element that follows the pointer.
 * @param {HTMLElement} held
 * @param {DOMRect} box
 */
function ghostOf(held, box) {
  const ghost = /** @type {HTMLElement} */ (held.cloneNode(true));
  ghost.classList.add("drag-ghost");
  ghost.setAttribute("aria-hidden", "true");
  Object.assign(ghost.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px`, fontSize: getComputedStyle(held).fontSize, transform: "rotate(2deg)" });
  document.body.append(ghost);
  held.setAttribute("data-held", "");
  return ghost;
}
