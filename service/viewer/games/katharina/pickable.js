/** The possible picks on the table, and how they become buttons that can also be dragged. */

/**
 * @typedef {{state: "legal" | "chosen" | "chosen-2" | "off", label: string, match?: boolean, mark?: string, key?: string}} Pick
 * @typedef {number | "row"} Target the drop target of a card: a place by its number, or the end of the action row
 * @typedef {{kind: string, n?: number, symbol: string}} Given
 * @typedef {object} Shown
 * @property {Record<string, Pick>} cards
 * @property {Record<number, Pick>} slots
 * @property {Record<string, Pick>} cities
 * @property {"row" | "hand" | null} folds what a phone hides to leave space for the map
 * @property {Pick} [row] the end of the action row, if a card may be put there
 * @property {Pick[]} [opening] the places of the cards that open the action row
 * @property {{cards: string[], action: string | null, activation: string | null, slot: number | null}} plan the planned cards and their slot
 * @property {Given[]} gives what the complete answer gives
 *
 * @typedef {object} Acts
 * @property {(card: string) => void} onCard
 * @property {(slot: number) => void} onSlot
 * @property {(city: string) => void} onCity
 * @property {() => void} onRow
 * @property {(place: number) => void} onOpening
 * @property {(card: string, target: Target) => void} [onDrop]
 *
 * @typedef {Shown & Acts} Picks
 */

/** The distance in pixels that a pressed card moves before it is dragged. */
const FAR = 8;
/** The milliseconds that a finger must rest on a card to lift it: a shorter touch is a tap, and a moving one scrolls. */
const REST = 350;

/** Returns the attributes of an element that can be picked.
 * @param {Pick} pick
 * @param {() => void} act
 */
export function pickable(pick, act) {
  const off = pick.state === "off";
  return {
    "aria-label": pick.label,
    "aria-pressed": String(pick.state.startsWith("chosen")),
    "aria-disabled": off ? "true" : null,
    "data-pick": pick.state,
    onClick: off ? null : act,
  };
}

/** True while a card is lifted, so that the page does not scroll under the finger. */
let lifted = false;

/** @param {Event} event */
const stay = (event) => lifted && event.cancelable && event.preventDefault();

/** Makes a card draggable to elements with `data-drop`: at once with a mouse, after a short rest with a finger or pen.
 * @param {string} card
 * @param {((card: string, target: Target) => void) | undefined} onDrop
 */
export function draggable(card, onDrop) {
  if (!onDrop) return null;
  return { "data-drag": "", onPointerDown: (/** @type {PointerEvent} */ event) => follow(event, card, onDrop), onTouchMove: stay, onContextMenu: stay };
}

/**
 * @param {PointerEvent} down
 * @param {string} card
 * @param {(card: string, target: Target) => void} onDrop
 */
function follow(down, card, onDrop) {
  if (down.button !== 0 || !down.isPrimary) return;
  const held = /** @type {HTMLElement} */ (down.currentTarget);
  const box = held.getBoundingClientRect();
  /** @type {HTMLElement | null} */
  let ghost = null;
  /** @type {Element | null} */
  let over = null;
  const ends = new AbortController();
  const lift = () => {
    lifted = true;
    ghost = ghostOf(held, box);
  };
  const mouse = down.pointerType === "mouse";
  const rest = mouse ? undefined : setTimeout(lift, REST);

  /** @param {PointerEvent} move */
  const moved = (move) => {
    if (move.pointerId !== down.pointerId) return;
    const [x, y] = [move.clientX - down.clientX, move.clientY - down.clientY];
    if (!ghost && Math.hypot(x, y) < FAR) return;
    if (!ghost && mouse) lift();
    if (!ghost) return end(move);
    ghost.style.transform = `translate(${x}px, ${y}px) rotate(2deg)`;
    const under = document.elementFromPoint(move.clientX, move.clientY)?.closest("[data-drop]") ?? null;
    if (under === over) return;
    over?.removeAttribute("data-over");
    under?.setAttribute("data-over", "");
    over = under;
  };
  const end = (/** @type {PointerEvent} */ up) => {
    if (up.pointerId !== down.pointerId) return;
    ends.abort();
    clearTimeout(rest);
    lifted = false;
    over?.removeAttribute("data-over");
    held.removeAttribute("data-held");
    if (!ghost) return;
    ghost.remove();
    if (up.type !== "pointerup") return;
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }));
    const target = over?.getAttribute("data-drop");
    if (target) onDrop(card, target === "row" ? "row" : Number(target));
  };
  const { signal } = ends;
  addEventListener("pointermove", moved, { signal });
  addEventListener("pointerup", end, { signal });
  addEventListener("pointercancel", end, { signal });
}

/** @param {Event} click the click that ends a drag, which is ignored */
const swallow = (click) => {
  click.stopPropagation();
  click.preventDefault();
};

/** Returns a copy of the card that follows the pointer.
 * @param {HTMLElement} held
 * @param {DOMRect} box
 */
function ghostOf(held, box) {
  const ghost = /** @type {HTMLElement} */ (held.cloneNode(true));
  ghost.classList.add("ka-ghost");
  ghost.setAttribute("aria-hidden", "true");
  Object.assign(ghost.style, { left: `${box.left}px`, top: `${box.top}px`, fontSize: getComputedStyle(held).fontSize, transform: "rotate(2deg)" });
  document.body.append(ghost);
  held.setAttribute("data-held", "");
  return ghost;
}
