/** The reasons why a tool is disabled, in English. */

/** @type {import("../../../types.d.ts").Sentences} */
export default {
  "cities_knights.off.activate-knight.knight": "You have no inactive knight.",
  "cities_knights.off.another-question": "You must answer another question first.",
  "cities_knights.off.bank-supply": "The bank does not hold what you could get.",
  "cities_knights.off.build-city.corner": "You have no settlement that could become a city.",
  "cities_knights.off.build-road.edge": "No free edge touches your roads or buildings.",
  "cities_knights.off.build-settlement.corner": "None of your roads leads to a corner that is free and at least two edges away from every building.",
  "cities_knights.off.build-wall.corner": "You have no city without a wall.",
  "cities_knights.off.cards": "You do not hold the cards that this costs.",
  "cities_knights.off.city-needed": "This needs a city; from the fourth level, one without a metropolis.",
  "cities_knights.off.highest-level": "This track is at its highest level.",
  "cities_knights.off.missing": "You lack {cards}.",
  "cities_knights.off.move-knight.corner": "None of your knights can go anywhere along your roads.",
  "cities_knights.off.move-knight.knight": "You have no knight on the board.",
  "cities_knights.off.not-asked": "It is not your turn.",
  "cities_knights.off.not-ready": "None of your knights may act: a knight acts once, and not in the turn in which it was activated.",
  "cities_knights.off.offer-open": "Your last offer still stands; withdraw it first.",
  "cities_knights.off.offer-trade.cards": "You have no card to give.",
  "cities_knights.off.paused": "The match is paused.",
  "cities_knights.off.piece-supply": "You have no such piece left.",
  "cities_knights.off.promote-knight.fortress": "Only the third level of politics makes strong knights mighty.",
  "cities_knights.off.promote-knight.knight": "You have no knight that could be promoted now; each rises once a turn.",
  "cities_knights.off.recruit-knight.corner": "None of your roads leads to a free corner.",
  "cities_knights.off.too-many-offers": "You have made as many offers as you may in a turn.",
  "cities_knights.off.trade-with-bank.cards": "You hold too few cards of each kind for the bank’s rate.",
};
