/** Hints for a first match. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "hints.catan_cards.act": "Build from the middle or from your hand; cards with a dashed blue edge can be used now. Press a dim tool: it tells you why it is off.",
  "hints.catan_cards.roll": "Roll first: the event happens to both of you, then regions with the number rolled store a resource.",
  "hints.cities_knights.act": "What you can do now is bright. Press anything that is dim: it tells you why it is off. Then end your turn.",
  "hints.cities_knights.place-start": "Pick a corner, then the edge of its road. The dots below a number say how often it is rolled.",
  "hints.cities_knights.roll": "Your turn begins with the dice: the hexes with that number bring cards to everybody who has built there.",
  "hints.katharina.play-cards": "Pick two cards: one for the right end of your row, one to lie below a card. If that one has the same colour, its action is yours.",
  "hints.katharina.resolve": "The colours match: you may do what the upper card says, or draw a card instead.",
};
