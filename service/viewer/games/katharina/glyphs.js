/** What is printed on a card, as rows of small pictures: what it costs, what it counts, what it brings. */

/** @typedef {{kind: string, n: number}} Glyph */
/** @typedef {{pay: number, per: Glyph[], gain: Glyph[]}} Effect */

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

/** The action of a card in pictures.
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

/** The bonus of a card in pictures: what it needs, and what it brings; null without one.
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
