/** The rules of the game in plain English: in five minutes, and by topic. */

/** @type {import("../../../types.d.ts").HowTo} */
export default {
  minutes: [
    {
      title: "The aim",
      signs: ["favour"],
      text: [
        "Everybody plays at the same time: cards are chosen in secret and turned over together. Three decades have four rounds each. Whoever has most points after the last scoring wins.",
      ],
      rules: ["G1", "G2", "F4"],
    },
    {
      title: "A round: two cards",
      signs: ["card"],
      text: [
        "You draw 2 cards and play exactly 2 face down: one at the right end of your row, one below a card of that row with nothing below it yet. Then all cards are turned over.",
      ],
      rules: ["R-A", "R-B", "R-C"],
    },
    {
      title: "Same colour: an action",
      signs: ["card", "joker"],
      text: [
        "If the lower card has the colour of the one above it, you may carry out the action of the upper card, then its bonus. Otherwise, or if you decline, you draw a card.",
      ],
      rules: ["D1", "D2", "D3"],
    },
    {
      title: "After four rounds: scoring",
      signs: ["cannon", "book", "house"],
      text: [
        "Cannons are compared with your neighbours, books with everybody. Residences bring a point each, more in cities that show a 1, and the favour track brings what its step says.",
      ],
      rules: ["I1", "I2", "I3", "I4"],
    },
  ],
  topics: [
    {
      title: "What you own",
      signs: ["iron", "food", "caviar", "fur"],
      text: [
        "Goods, cannons and books on the cards of your upper row are yours, and so are the goods tiles you took. They are never spent. Actions are paid for with cards of your hand.",
      ],
      rules: ["G3", "G4"],
    },
    {
      title: "Hand limit and favour",
      signs: ["card", "favour"],
      text: [
        "The favour track tells how many cards you hold, what you score each decade, and what your network is worth at the end. A draw beyond the limit brings 1 point for each card you do not get; you never have to discard down to it.",
        "Each crown moves you one step up; beyond the top it is 1 point.",
      ],
      rules: ["H1", "H2", "H3", "V1", "V2"],
    },
    {
      title: "Residences",
      signs: ["house", "joker"],
      text: [
        "At most one of yours stands in a city. Right after building you take a goods tile there, if one is left, and a crown moves you up at once. A 1 counts at each scoring.",
      ],
      rules: ["B1", "B2", "B3", "B4"],
    },
    {
      title: "Cannons",
      signs: ["cannon"],
      text: [
        "With each neighbour: more cannons bring 4 points, as many bring 2 each, fewer nothing.",
      ],
      rules: ["I1"],
    },
    {
      title: "Books",
      signs: ["book", "joker"],
      text: [
        "Who has most books may build a residence in any city. Who has fewest gets nothing, and everybody between takes a joker tile. If all have as many, all may build.",
      ],
      rules: ["I2"],
    },
    {
      title: "Between decades",
      signs: ["card"],
      text: [
        "The four cards with a card below them are discarded, and those below them too; three stay in your row. Then you draw 2 cards, within your limit.",
      ],
      rules: ["I5", "I6"],
    },
    {
      title: "The end",
      signs: ["house", "joker", "favour"],
      text: [
        "Each card in hand is 1 point. Your order brings 5, 8 or 12 points for 5, 6 or 7 goods tiles that match it, jokers included. The largest group of your residences that roads join through your own cities counts as often as your step of the favour track says.",
      ],
      rules: ["F1", "F2", "F3"],
    },
  ],
};
