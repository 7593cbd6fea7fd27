/** The effect of a card in words and symbols: what it costs, how often it counts, and what it gains. */

import { joinList, t } from "../../words/words.js";
import { cardOf, named } from "./box.js";

/** @typedef {{name: string, short: string, long: string, bonus: string}} CardTexts */
/** @typedef {{kind: string, n: number}} Glyph */
/** @typedef {{pay: number, per: Glyph[], gain: Glyph[]}} Effect */

/** Returns the texts of a card: its name, its effect in short and as a sentence, and its bonus (empty if it has none).
 * @param {string} id
 * @param {any} components
 * @returns {CardTexts}
 */
export function cardTexts(id, components) {
  const card = cardOf(components, id);
  const goods = (card.market ?? []).map((/** @type {string} */ good) => named(components, "symbol", good));
  const cities = (card.cities ?? []).map((/** @type {string} */ city) => named(components, "city", city));
  const params = { goods: joinList(goods, "disjunction"), cities: joinList(cities, "disjunction") };
  const key = `katharina.action.${card.action}`;
  return {
    name: named(components, "action", card.action),
    short: t(key, params),
    long: t(`${key}.long`, params),
    bonus: bonusText(card, components),
  };
}

/** Returns amounts with their names: "2 iron", "1 book".
 * @param {any} components
 * @param {Record<string, number>} symbols
 * @returns {string[]}
 */
export function amounts(components, symbols) {
  return Object.entries(symbols)
    .filter(([, n]) => n > 0)
    .map(([symbol, n]) => (symbol === "cannon" || symbol === "book" ? t(`katharina.count.${symbol}s`, { n }) : `${n} ${named(components, "symbol", symbol)}`));
}

/** @param {any} card @param {any} components */
function bonusText(card, components) {
  const needs = card.needs;
  if (!needs) return "";
  const gain = t(`katharina.bonus.gain.${card.action}`);
  if (needs.same_colour) return t("katharina.bonus.same_colour", { gain });
  if (needs.discard) return t("katharina.bonus.pay", { n: needs.discard, gain });
  const owned = { ...needs.goods, cannon: needs.cannons ?? 0, book: needs.books ?? 0 };
  return t("katharina.bonus.if", { needs: joinList(amounts(components, owned)), gain });
}

/** @type {Record<string, {per?: string[], gain: [string, number], bonus?: [string, number], bonusPer?: string}>} */
const PRINTED = {
  market: { gain: ["card", 1] },
  three_cards: { gain: ["points", 10], bonus: ["favour", 1] },
  book_points: { per: ["book"], gain: ["points", 2], bonus: ["favour", 1] },
  favour_for_card: { gain: ["favour", 2], bonus: ["favour", 1] },
  book_cards: { per: ["book"], gain: ["card", 1], bonus: ["favour", 1] },
  draw_two: { gain: ["card", 2], bonus: ["favour", 2] },
  goods_sets: { per: ["*"], gain: ["points", 4], bonus: ["favour", 1] },
  region_residence: { gain: ["house", 1], bonus: ["favour", 1] },
  three_points_card: { gain: ["points", 3], bonus: ["points", 4] },
  three_points_goods: { gain: ["points", 3], bonus: ["favour", 1] },
  city_residence_card: { gain: ["house", 1], bonus: ["card", 1] },
  city_residence_points: { gain: ["house", 1], bonus: ["points", 2] },
  city_residence_favour: { gain: ["house", 1], bonus: ["favour", 1] },
  city_residence_region_points: { gain: ["house", 1], bonus: ["points", 1], bonusPer: "house" },
};

/** @param {string} kind @param {number} [n] @returns {Glyph} */
const glyph = (kind, n = 1) => ({ kind, n });

/** Returns the action of a card in symbols.
 * @param {any} card
 * @param {any} components
 * @returns {Effect}
 */
export function effect(card, components) {
  const printed = PRINTED[card.action];
  const per = card.market?.length ? card.market : (printed?.per ?? []);
  const cost = components.actions.find((/** @type {any} */ action) => action.id === card.action)?.cost ?? 0;
  return {
    pay: cost,
    per: per.flatMap((/** @type {string} */ kind) => (kind === "*" ? components.goods : [kind])).map((/** @type {string} */ kind) => glyph(kind)),
    gain: printed ? [glyph(...printed.gain)] : [],
  };
}

/** Returns the bonus of a card in symbols, with its condition and gain; null if it has none.
 * @param {any} card
 * @returns {{pay: number, same: boolean, needs: Glyph[], gain: Glyph[], per: string | null} | null}
 */
export function bonus(card) {
  const needs = card.needs;
  const printed = PRINTED[card.action];
  if (!needs || !printed?.bonus) return null;
  const owned = { ...needs.goods, cannon: needs.cannons ?? 0, book: needs.books ?? 0 };
  return {
    pay: needs.discard ?? 0,
    same: needs.same_colour ?? false,
    needs: Object.entries(owned).flatMap(([kind, n]) => (n > 0 ? [glyph(kind, n)] : [])),
    gain: [glyph(...printed.bonus)],
    per: printed.bonusPer ?? null,
  };
}
