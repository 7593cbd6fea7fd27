/** The reasons why a tool is disabled, in English. */

/** @type {import("../../../types.d.ts").Sentences} */
export default {
  "catan_cards.off.another-question": "You must answer another question first.",
  "catan_cards.off.build-city.slot": "You have no settlement that could become a city.",
  "catan_cards.off.build-road.slot": "Build a settlement at the end of your last road first.",
  "catan_cards.off.build-settlement.slot": "A settlement goes at the end of a road: build one first.",
  "catan_cards.off.cost": "Your regions do not store what this costs.",
  "catan_cards.off.missing": "You lack {cards}.",
  "catan_cards.off.not-asked": "It is not your turn.",
  "catan_cards.off.offers": "You have made as many offers as you may in your turn.",
  "catan_cards.off.partner": "The other player has nothing that you could get, or cannot store what you could give.",
  "catan_cards.off.paused": "The match is paused.",
  "catan_cards.off.regions": "Fewer than two regions are left for a new settlement.",
  "catan_cards.off.room": "None of your regions can store another resource.",
  "catan_cards.off.stored": "You store nothing that you could give.",
  "catan_cards.off.supply": "None of these cards is left in the stock.",
  "catan_cards.off.trade-with-bank.cost": "You store too few of each resource for the bank’s rate.",
};
