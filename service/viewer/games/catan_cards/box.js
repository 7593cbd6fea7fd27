/** The contents of the Catan card game's box: names, and the printed data of cards, events and regions. */

import { language } from "../../words/words.js";

/** @typedef {{id: string, set: string, kind: string, subtype: string | null, unit: string, resource?: string | null, price: Record<string, number>, stars: number, vp: number, commerce: number, strength: number, tournament: number, requires: string[]}} Card */
/** @typedef {{id: string, type: string, kind: string, number: number}} Region */

/** Returns the title of a card in play: `abbey` for `abbey-2` and `1:abbey-2`.
 * @param {string} id
 * @returns {string}
 */
export const titleOf = (id) => id.slice(id.indexOf(":") + 1).replace(/-\d+$/, "");

/** Returns the printed name of a component.
 * @param {any} components
 * @param {"kind" | "card" | "card_texts" | "card_kind" | "subtype" | "point" | "event" | "event_texts" | "face" | "face_texts" | "region" | "region_texts" | "piece" | "piece_texts" | "house" | "house_texts"} kind
 * @param {string} id
 * @returns {string}
 */
export function named(components, kind, id) {
  const names = components.names;
  return names[language()]?.[kind]?.[id] ?? names.en?.[kind]?.[id] ?? id;
}

/** The printed cards and regions by id, for the components of each box. @type {WeakMap<any, {cards: Map<string, Card>, regions: Map<string, Region>}>} */
const indexed = new WeakMap();

/** @param {any} components */
function index(components) {
  let found = indexed.get(components);
  if (!found) {
    const regions = [...components.regions, ...components.crests.flat()];
    found = { cards: new Map(components.cards.map((/** @type {Card} */ card) => [card.id, card])), regions: new Map(regions.map((region) => [region.id, region])) };
    indexed.set(components, found);
  }
  return found;
}

/** Returns the printed card that a card in play is a copy of.
 * @param {any} components
 * @param {string} id
 * @returns {Card}
 */
export const cardOf = (components, id) =>
  index(components).cards.get(titleOf(id)) ?? { id: titleOf(id), set: "base", kind: "action", subtype: null, unit: "none", price: {}, stars: 0, vp: 0, commerce: 0, strength: 0, tournament: 0, requires: [] };

/** Returns a region by its id.
 * @param {any} components
 * @param {string} id
 * @returns {Region}
 */
export const regionOf = (components, id) => index(components).regions.get(id) ?? { id, type: id, kind: "", number: 0 };

/** Returns the name of a card, or of an event card.
 * @param {any} components
 * @param {string} id
 * @returns {string}
 */
export const cardName = (components, id) => {
  const title = titleOf(id);
  return index(components).cards.has(title) ? named(components, "card", title) : named(components, "event", title);
};

/** Returns the text of a card, or of an event card.
 * @param {any} components
 * @param {string} id
 * @returns {string}
 */
export const cardText = (components, id) => {
  const title = titleOf(id);
  return index(components).cards.has(title) ? named(components, "card_texts", title) : named(components, "event_texts", title);
};

/** Returns the name of a region with its number: "Forest 4".
 * @param {any} components
 * @param {string} id
 * @returns {string}
 */
export const regionName = (components, id) => {
  const { type, number } = regionOf(components, id);
  return `${named(components, "region", type)} ${number}`;
};

/** Returns counts of kinds as text: "2 ore, 1 wool".
 * @param {any} components
 * @param {Record<string, number>} counts
 * @returns {string}
 */
export const countsInWords = (components, counts) =>
  components.kinds.filter((/** @type {string} */ kind) => counts[kind]).map((/** @type {string} */ kind) => `${counts[kind]} ${named(components, "kind", kind)}`).join(", ");

/** Returns how many resources of each kind a list stands for; the list names a region once per resource.
 * @param {any} components
 * @param {readonly string[]} regions
 * @returns {Record<string, number>}
 */
export function kindsOf(components, regions) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const id of regions) {
    const { kind } = regionOf(components, id);
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

/** Returns a price with its stars as text.
 * @param {any} components
 * @param {Card} card
 * @returns {string}
 */
export const priceInWords = (components, card) => [countsInWords(components, card.price), card.stars ? `${card.stars} ${named(components, "point", "stars")}` : ""].filter(Boolean).join(", ");

/** Returns the type of a card, which decides its colour.
 * @param {any} components
 * @param {string} id
 * @returns {string}
 */
export function sortOf(components, id) {
  const { kind, subtype } = cardOf(components, id);
  return kind === "action" ? (subtype ?? "neutral") : kind.replace("_", "-");
}
