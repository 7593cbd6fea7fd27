/** The possible picks on the table, and how a place becomes a button that arrow keys move between. */

import { draggable } from "../../drag.js";

/**
 * @typedef {object} Place
 * @property {"legal" | "chosen"} state
 * @property {string} label what a click here does, in words
 * @property {boolean} stop true if the Tab key stops here; arrow keys lead to the others
 * @property {() => void} act
 * @property {import("../../drag.js").Drag} [drag] where it can be dragged
 * @property {string} [card] the card that is shown there until the choice is confirmed
 *
 * The possible picks by name: `slot:2` on the axis, `site:1:above`, `region:forest_4_a`, `card:abbey-1`, `stack:3`.
 * @typedef {Map<string, Place>} Picks
 */

/** Returns a table on which nothing can be picked. @returns {Picks} */
export const nothing = () => new Map();

/** Returns the attributes of a place that can be picked by pointer, keyboard and screen reader.
 * @param {Place} place
 */
export const pickable = (place) => ({
  role: "button",
  tabindex: place.stop ? 0 : -1,
  "aria-label": place.label,
  "aria-pressed": String(place.state === "chosen"),
  "data-pick": place.state,
  onClick: place.act,
  onKeyDown: (/** @type {KeyboardEvent} */ event) => pressed(event, place),
  ...draggable(place.drag),
});

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {KeyboardEvent} event @param {Place} place */
function pressed(event, place) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const way = WAYS[event.key];
  if (event.key === "Enter" || event.key === " ") place.act();
  else if (way) neighbour(/** @type {Element} */ (event.currentTarget), way)?.focus();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Returns the nearest other place in a direction; sideways distance counts double.
 * @param {Element} from
 * @param {[number, number]} way
 * @returns {HTMLElement | undefined}
 */
function neighbour(from, way) {
  const others = /** @type {HTMLElement[]} */ ([...(from.closest(".cc-table") ?? document).querySelectorAll("[data-pick]")]).filter((one) => one !== from);
  const [x, y] = middle(from);
  let best;
  let least = Infinity;
  for (const other of others) {
    const [ox, oy] = middle(other);
    const along = (ox - x) * way[0] + (oy - y) * way[1];
    const aside = Math.abs((ox - x) * way[1]) + Math.abs((oy - y) * way[0]);
    if (along > 1 && along + 2 * aside < least) [best, least] = [other, along + 2 * aside];
  }
  return best;
}

/** @param {Element} element @returns {[number, number]} */
function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}
