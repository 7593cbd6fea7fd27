/** Positions of explanatory notes on the page. */

/** Shows a note below an element, or above it if there is no space below.
 * @param {HTMLElement} note a popover
 * @param {Element} at
 */
export function showNoteAt(note, at) {
  note.showPopover?.();
  const { left, top, bottom } = at.getBoundingClientRect();
  const { width, height } = note.getBoundingClientRect();
  note.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
  note.style.top = `${bottom + height + 8 < innerHeight ? bottom + 4 : Math.max(8, top - height - 4)}px`;
}
