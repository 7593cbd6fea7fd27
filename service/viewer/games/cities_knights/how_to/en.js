/** The rules of the game in plain English: in five minutes, and by topic. */

/** @type {import("../../../types.d.ts").HowTo} */
export default {
  minutes: [
    {
      title: "The aim",
      signs: ["star"],
      text: [
        "Settle the island, turn settlements into cities, and defend them together. Whoever has 13 victory points in their own turn wins.",
        "A settlement is worth 1 point, a city 2, a metropolis 2 more, the longest road 2.",
      ],
      rules: ["R17.1", "R17.2"],
    },
    {
      title: "The start",
      signs: ["settlement", "city", "road"],
      text: [
        "Everybody places a settlement with a road, then, in reverse order, a city with a road. For each hex around that city you get one resource.",
      ],
      rules: ["R4.2", "R4.4"],
    },
    {
      title: "A turn: roll",
      signs: ["ship", "lumber", "coin"],
      text: [
        "Two dice say which hexes produce. A settlement brings 1 resource; a city brings 2, in forest, pasture and mountains one of them as paper, cloth or coin.",
        "The third die moves the barbarians’ ship, or opens a gate at which progress cards are drawn.",
      ],
      rules: ["R5.3", "R7.1"],
    },
    {
      title: "Then trade and build",
      signs: ["road", "knight", "trade"],
      text: [
        "In any order, as often as you can pay: trade with the others or the bank, build roads, settlements and cities, recruit and activate knights, improve your cities, play progress cards. Then end your turn.",
        "A tool that is off tells you why when you point at it, tab to it or tap it.",
      ],
      rules: ["R5.4", "R10.1", "R15.1"],
    },
    {
      title: "The barbarians",
      signs: ["ship", "knight", "city"],
      text: [
        "When the ship has come seven steps, all active knights together meet an attack as strong as the number of cities on the island. If the knights hold, whoever did most gets a point. If not, whoever did least loses a city.",
      ],
      rules: ["R9.1", "R9.3", "R9.4"],
    },
  ],
  topics: [
    {
      title: "What things cost",
      signs: ["brick", "lumber", "wool", "grain", "ore"],
      text: [
        "Road: brick, lumber. Settlement: brick, lumber, wool, grain. City: 3 ore, 2 grain. City wall: 2 brick.",
        "Between two settlements or cities lie at least two edges; a settlement touches a road of yours.",
      ],
      rules: ["R10.1", "R10.3", "R10.5"],
    },
    {
      title: "Seven and the robber",
      signs: ["robber", "wall"],
      text: [
        "On a seven, whoever holds more than 7 cards discards half of them, rounded down; each city wall lets you keep 2 more. Then you move the robber and steal a card from somebody there. A hex with the robber brings nothing.",
        "Until the barbarians have landed for the first time the robber sleeps and stays where it is.",
      ],
      rules: ["R8.1", "R8.2", "R8.5"],
    },
    {
      title: "Knights",
      signs: ["knight"],
      text: [
        "Recruit for wool and ore at a free corner of your roads, activate for 1 grain, promote for wool and ore. Mighty knights need the third level of politics.",
        "An active knight can act once in a later turn, and rests then: move along your roads, displace a weaker knight, or chase the robber away.",
      ],
      rules: ["R11.1", "R11.2", "R11.3", "R11.4"],
    },
    {
      title: "City improvements",
      signs: ["trade", "politics", "science"],
      text: [
        "Three tracks: trade is paid in cloth, politics in coin, science in paper; level n costs n. You need a city to buy.",
        "The higher your level, the more red numbers let you draw a progress card when the gate of that track shows. The third level gives you something lasting: two equal commodities for any card, mighty knights, or a resource of your choice when a roll brings you nothing.",
      ],
      rules: ["R12.1", "R12.2", "R12.3", "R6.2"],
    },
    {
      title: "Metropolises",
      signs: ["metropolis"],
      text: [
        "The first to reach level 4 of a track makes a city its metropolis: 4 points in all, and safe from the barbarians. Who reaches level 5 first takes it over, unless its holder is there already. For levels 4 and 5 you need a city without a metropolis.",
      ],
      rules: ["R12.4", "R12.5", "R12.6", "R12.7"],
    },
    {
      title: "Progress cards",
      signs: ["card"],
      text: [
        "You may play any number of them in your action phase, also those just drawn. You keep at most 4 at the end of your turn. Cards with a victory point are laid open at once.",
        "Look for a card by the name you know: the search above finds other names too.",
      ],
      rules: ["R13.2", "R13.4", "R13.5"],
    },
    {
      title: "Trade",
      signs: ["coin", "merchant"],
      text: [
        "In your turn you trade with anybody, resources and commodities alike. The bank gives one card for 4 equal ones, for 3 with a general harbor, for 2 with the harbor of that resource, the third level of trade, the merchant or the merchants’ fleet.",
      ],
      rules: ["R15.1", "R15.2", "R15.3"],
    },
    {
      title: "The longest road",
      signs: ["road"],
      text: [
        "Whoever alone has the longest unbroken road of at least 5 pieces holds 2 points, and keeps them when somebody else only draws level. Buildings and knights of others break a road.",
      ],
      rules: ["R16.1", "R16.2"],
    },
  ],
};
