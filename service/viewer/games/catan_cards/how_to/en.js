/** The rules of the game in plain English: in five minutes, and by topic. */

/** @type {import("../../../types.d.ts").HowTo} */
export default {
  minutes: [
    {
      title: "The aim",
      signs: ["vp"],
      text: [
        "Each of you builds a principality of cards in one line. Whoever reaches 12 victory points in their own turn wins the base game; with Artists & Benefactors, and in the tournament game, 13 are needed.",
        "A settlement is worth 1 point, a city 2; expansions say what they are worth, and two tokens bring 1 each.",
      ],
      rules: ["B42", "X10"],
    },
    {
      title: "A turn: roll",
      signs: ["event_card", "mill"],
      text: [
        "Two dice are rolled: first the event happens, for both of you, then every region with the number rolled gains 1 resource, on both sides of the table. A region stores at most 3.",
      ],
      rules: ["B12", "B13", "B14"],
    },
    {
      title: "Then act",
      signs: ["road", "settlement", "city", "building"],
      text: [
        "In any order: build roads, settlements and cities from the middle, build expansions from your hand, play action cards, trade. Road: 2 brick, 1 lumber. Settlement: brick, lumber, wool, grain. City: 3 ore, 2 grain.",
        "A settlement at the end of a road brings two new regions.",
      ],
      rules: ["B24", "B27", "B30"],
    },
    {
      title: "At the end: your hand",
      signs: ["card"],
      text: [
        "You hold 3 cards, more with an Abbey or a Library. With too many you put the rest under stacks; with too few you draw. For 2 resources you may look through a stack and choose. Whose hand was full may exchange a card.",
      ],
      rules: ["B36", "B37", "B38", "B39"],
    },
  ],
  topics: [
    {
      title: "Where cards go",
      signs: ["building"],
      text: [
        "A settlement has one site above and one below, a city two and two. An expansion beside a region may improve it: a mill or factory doubles what regions of its kind next to it bring.",
        "Some cards need another building; that counts only when they are built or played.",
      ],
      rules: ["B10", "B11", "B28"],
    },
    {
      title: "The event die",
      signs: ["brigand_attack", "trade_advantage", "tournament", "year_of_plenty", "event_card"],
      text: [
        "Brigands: who stores more than 7 resources, those beside a Garrison left out, loses all ore and wool; not in the first two rounds. Trade: the holder of the mill token takes a resource from the other.",
        "Tournament: the more skilled knights bring a resource. Year of plenty: both gain one. The question mark turns over an event card.",
      ],
      rules: ["B16", "B17", "B18", "B19", "B20"],
    },
    {
      title: "Two tokens",
      signs: ["strength", "commerce"],
      text: [
        "Whoever has more strength holds the knight token, whoever has more commerce and a city the mill token. Each is worth 1 point; with equal numbers nobody holds it.",
      ],
      rules: ["B21", "B22"],
    },
    {
      title: "Action cards",
      signs: ["attack", "protection", "neutral", "lock"],
      text: [
        "Attack and neutral cards wait until both of you together have had 7 victory points; protection cards, and by default the Scout, do not.",
        "Some attacks are a duel: the attacker rolls a die and wins on 1 to 5, against the right protection card only on 1 or 2. The loser bears what the card does.",
      ],
      rules: ["B33", "B34", "B35"],
    },
    {
      title: "Trade",
      signs: ["gold", "trade_advantage"],
      text: [
        "The bank takes 3 of a resource for 1 of another, 2 with your fleet of that resource, 1 gold with a Mint. You may also offer the other player up to 3 resources for up to 3.",
      ],
      rules: ["B30", "B31", "R73"],
    },
    {
      title: "Artists & Benefactors",
      signs: ["stars", "feeling"],
      text: [
        "Public Feeling stores stars. They save you trouble, replace a resource, or for three bring back an action card. Aqueduct and Patron’s House lie open in the middle for whoever pays them first; each of you may have one of each.",
      ],
      rules: ["K10", "K11", "X5", "X8"],
    },
    {
      title: "The tournament game",
      signs: ["card"],
      text: [
        "You bring a deck of your own: 33 cards and 4 events. From the deck you choose 3 cards to begin with; the rest lies in four stacks that only you draw from.",
      ],
      rules: ["T5", "T6", "T7", "T13"],
    },
  ],
};
