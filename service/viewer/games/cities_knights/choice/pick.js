/** The possible picks on the table, and how a place becomes a button that arrow keys move between. */

/**
 * @typedef {"corners" | "edges" | "hexes"} PlaceKind
 * @typedef {object} Place
 * @property {"legal" | "chosen" | "start"} state `start` is the corner that a knight leaves, or the first of two corners
 * @property {string} label what a click here does, in words
 * @property {boolean} stop true if the Tab key stops here; arrow keys lead to the others
 * @property {() => void} act
 * @property {() => void} focus
 * @property {import("./ghosts.js").Ghost | null} [ghost] the piece that a pick puts here
 *
 * @typedef {object} Picks the places and cards that can be picked, by number of the board or id of the card
 * @property {Map<number, Place>} corners
 * @property {Map<number, Place>} edges
 * @property {Map<number, Place>} hexes
 * @property {Map<string, Place>} cards progress cards in the player's hand
 */

/** Returns a table on which nothing can be picked.
 * @returns {Picks}
 */
export const nothing = () => ({ corners: new Map(), edges: new Map(), hexes: new Map(), cards: new Map() });

/** Returns the attributes that let a `<g>` (or any element) be picked by pointer, keyboard and screen reader.
 * @param {Place} place
 */
export const pickable = (place) => ({
  role: "button",
  tabindex: place.stop ? 0 : -1,
  "aria-label": place.label,
  "aria-pressed": String(place.state !== "legal"),
  "data-pick": place.state,
  onClick: place.act,
  onFocus: place.focus,
  onKeyDown: (/** @type {KeyboardEvent} */ event) => pressed(event, place),
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

/** Returns the nearest other place in a direction.
 * @param {Element} from
 * @param {[number, number]} way
 * @returns {SVGElement | HTMLElement | undefined}
 */
function neighbour(from, way) {
  const all = /** @type {(SVGElement | HTMLElement)[]} */ ([...(from.closest("svg") ?? from.parentElement ?? from).querySelectorAll("[data-pick]")]);
  const others = all.filter((one) => one !== from);
  return others[nearest(middle(from), others.map(middle), way)];
}

/** @param {Element} element @returns {[number, number]} */
function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

/** Returns the index of the nearest point in a direction; -1 if there is none.
 * @param {[number, number]} from
 * @param {[number, number][]} points
 * @param {[number, number]} way
 */
export function nearest(from, points, way) {
  let best = -1;
  let least = Infinity;
  points.forEach(([x, y], index) => {
    const along = (x - from[0]) * way[0] + (y - from[1]) * way[1];
    const aside = Math.abs((x - from[0]) * way[1]) + Math.abs((y - from[1]) * way[0]);
    if (along > 1 && along + 2 * aside < least) [best, least] = [index, along + 2 * aside];
  });
  return best;
}
