/** Words of playing Katharina, in English: cards, questions, and the log. */

// For whoever draws cards (`effects.js` fills in what a card says, in the language of the reader):
//   cardTexts(id, components)           from ../effects.js: { name, short, long, bonus, bonusShort }; bonus "" without one
//   t(`katharina.action.${action}`)     short: what the action brings; {goods} for a market
//   t(`katharina.action.${action}.long`) one sentence, for tooltips and screen readers; {goods}, {cities}
//   t("katharina.bonus.if", {needs, gain}) · t("katharina.bonus.pay", {n, gain}): the bonus as a sentence
//   t(`katharina.bonus.gain.${action}`) what the bonus brings
//   t("katharina.count.points" | "cards" | "books" | "cannons" | "tiles" | "jokers" | "steps" | "residences", {n})

/** @param {number} n @param {string} one @param {string} [many] */
const count = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;
/** @param {{n: number}} params */
const points = ({ n }) => count(n, "point");
/** @param {{n: number}} params */
const cards = ({ n }) => count(n, "card");

/** @type {import("../../../types.d.ts").Sentences} */
export default {
  "katharina.count.points": points,
  "katharina.count.cards": cards,
  "katharina.count.books": ({ n }) => count(n, "book"),
  "katharina.count.cannons": ({ n }) => count(n, "cannon"),
  "katharina.count.tiles": ({ n }) => count(n, "tile"),
  "katharina.count.jokers": ({ n }) => count(n, "joker tile"),
  "katharina.count.steps": ({ n }) => count(n, "step"),
  "katharina.count.residences": ({ n }) => count(n, "residence"),

  "katharina.action.market": "1 card per {goods}",
  "katharina.action.three_cards": "Pay 3 cards: 10 points",
  "katharina.action.book_points": "2 points per book",
  "katharina.action.favour_for_card": "Pay 1 card: 2 favour",
  "katharina.action.book_cards": "1 card per book",
  "katharina.action.draw_two": "2 cards",
  "katharina.action.goods_sets": "4 points per set of 4 goods",
  "katharina.action.region_residence": "Pay 2 cards: build in the region",
  "katharina.action.three_points_card": "3 points",
  "katharina.action.three_points_goods": "3 points",
  "katharina.action.city_residence_card": "Build in one of the cities",
  "katharina.action.city_residence_points": "Build in one of the cities",
  "katharina.action.city_residence_favour": "Build in one of the cities",
  "katharina.action.city_residence_region_points": "Build in one of the cities",

  "katharina.action.market.long": "Draw a card for every {goods} you own.",
  "katharina.action.three_cards.long": "Pay three cards from your hand and score 10 points.",
  "katharina.action.book_points.long": "Score 2 points for every book you own.",
  "katharina.action.favour_for_card.long": "Pay a card from your hand and climb 2 steps on the favour track.",
  "katharina.action.book_cards.long": "Draw a card for every book you own.",
  "katharina.action.draw_two.long": "Draw two cards.",
  "katharina.action.goods_sets.long": "Score 4 points for every set of all four goods you own.",
  "katharina.action.region_residence.long": "Pay two cards from your hand and build a residence in any city of this card’s colour.",
  "katharina.action.three_points_card.long": "Score 3 points.",
  "katharina.action.three_points_goods.long": "Score 3 points.",
  "katharina.action.city_residence_card.long": "Build a residence in {cities}.",
  "katharina.action.city_residence_points.long": "Build a residence in {cities}.",
  "katharina.action.city_residence_favour.long": "Build a residence in {cities}.",
  "katharina.action.city_residence_region_points.long": "Build a residence in {cities}.",

  "katharina.bonus.if": "Bonus with {needs}: {gain}.",
  "katharina.bonus.pay": ({ n, gain }) => `Bonus for ${count(n, "card")} paid: ${gain}.`,
  "katharina.bonus.same_colour": "Bonus if all cards paid share one colour: {gain}.",
  "katharina.bonus.if.short": "{needs}: {gain}",
  "katharina.bonus.pay.short": ({ n, gain }) => `Pay ${count(n, "card")}: ${gain}`,
  "katharina.bonus.same_colour.short": "One colour: {gain}",
  "katharina.bonus.gain.three_cards": "1 favour",
  "katharina.bonus.gain.book_points": "1 favour",
  "katharina.bonus.gain.favour_for_card": "1 favour",
  "katharina.bonus.gain.book_cards": "1 favour",
  "katharina.bonus.gain.draw_two": "2 favour",
  "katharina.bonus.gain.goods_sets": "1 favour",
  "katharina.bonus.gain.region_residence": "1 favour",
  "katharina.bonus.gain.three_points_card": "4 points",
  "katharina.bonus.gain.three_points_goods": "1 favour",
  "katharina.bonus.gain.city_residence_card": "1 card",
  "katharina.bonus.gain.city_residence_points": "2 points",
  "katharina.bonus.gain.city_residence_favour": "1 favour",
  "katharina.bonus.gain.city_residence_region_points": "1 point per own residence in the region",
};
