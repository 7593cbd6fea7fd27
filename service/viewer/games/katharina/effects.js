/** What a card says it does, in the language of the reader. */

import { language, listed, t } from "../../words/words.js";

export { listed };

/** @typedef {{name: string, short: string, long: string, bonus: string, bonusShort: string}} CardTexts */

/** The name of something printed.
 * @param {any} components
 * @param {"game" | "colour" | "symbol" | "feature" | "city" | "action"} kind
 * @param {string} id
 * @returns {string}
 */
export function named(components, kind, id) {
  const names = components.names;
  return names[language()]?.[kind]?.[id] ?? names.en?.[kind]?.[id] ?? id;
}

/** A card of the box by its id.
 * @param {any} components
 * @param {string} id
 * @returns {any}
 */
export function cardOf(components, id) {
  let cards = indexed.get(components);
  if (!cards) {
    cards = new Map(components.cards.map((/** @type {any} */ card) => [card.id, card]));
    indexed.set(components, cards);
  }
  return cards.get(id);
}

/** @type {WeakMap<any, Map<string, any>>} */
const indexed = new WeakMap();

/** The texts of a card: its name, what it does in short and as a sentence, its bonus (empty without one).
 * @param {string} id
 * @param {any} components
 * @returns {CardTexts}
 */
export function cardTexts(id, components) {
  const card = cardOf(components, id);
  const goods = (card.market ?? []).map((/** @type {string} */ good) => named(components, "symbol", good));
  const cities = (card.cities ?? []).map((/** @type {string} */ city) => named(components, "city", city));
  const params = { goods: listed(goods, "disjunction"), cities: listed(cities, "disjunction") };
  const key = `katharina.action.${card.action}`;
  return {
    name: named(components, "action", card.action),
    short: t(key, params),
    long: t(`${key}.long`, params),
    bonus: bonus(card, components, ""),
    bonusShort: bonus(card, components, ".short"),
  };
}

/** Symbols with their numbers: "2 iron", "1 book".
 * @param {any} components
 * @param {Record<string, number>} symbols
 * @returns {string[]}
 */
export function amounts(components, symbols) {
  return Object.entries(symbols)
    .filter(([, n]) => n > 0)
    .map(([symbol, n]) => (symbol === "cannon" || symbol === "book" ? t(`katharina.count.${symbol}s`, { n }) : `${n} ${named(components, "symbol", symbol)}`));
}

/**
 * @param {any} card
 * @param {any} components
 * @param {"" | ".short"} length
 */
function bonus(card, components, length) {
  const needs = card.needs;
  if (!needs) return "";
  const gain = t(`katharina.bonus.gain.${card.action}`);
  if (needs.same_colour) return t(`katharina.bonus.same_colour${length}`, { gain });
  if (needs.discard) return t(`katharina.bonus.pay${length}`, { n: needs.discard, gain });
  const owned = { ...needs.goods, cannon: needs.cannons ?? 0, book: needs.books ?? 0 };
  return t(`katharina.bonus.if${length}`, { needs: listed(amounts(components, owned)), gain });
}
