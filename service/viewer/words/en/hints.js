/** English hints for a first match. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "hints.catan_cards.act": "Pull a card with a dashed edge up to its place.",
  "hints.catan_cards.roll": "Roll first: the event happens to both of you, then regions with the number rolled store a resource.",
  "hints.cities_knights.act": "Under “Build and trade”, bright buttons can be used now; a dimmed one says why it is off. Then end your turn.",
  "hints.cities_knights.place-start": "Pick a corner, then the edge for its road. The dots below a number show how often it is rolled.",
  "hints.cities_knights.roll": "Your turn begins with the dice. Hexes with the number rolled give cards to everybody who has built there.",
  "hints.katharina.choose-display": "These cards begin your row: the symbols at their top are yours at once. Take different colours, then the cards you play below them match more easily.",
  "hints.katharina.play-cards": "Pick two cards: one for the right end of your row, one to put below a card. If the upper card has the same colour, you may use its action.",
  "hints.katharina.resolve": "The colours match: you may do what the upper card says, or draw a card instead.",
};
