/** The reasons why a tool is disabled, in Dutch. */

/** @type {import("../../../types.d.ts").Sentences} */
export default {
  "catan_cards.off.another-question": "Beantwoord eerst een andere vraag.",
  "catan_cards.off.build-city.slot": "Je hebt geen dorp dat stad kan worden.",
  "catan_cards.off.build-road.slot": "Bouw eerst een dorp aan het eind van je laatste weg.",
  "catan_cards.off.build-settlement.slot": "Een dorp komt aan het eind van een weg: bouw er eerst een.",
  "catan_cards.off.cost": "Op je landschappen ligt niet wat dit kost.",
  "catan_cards.off.missing": "Je mist: {cards}.",
  "catan_cards.off.not-asked": "Je bent niet aan de beurt.",
  "catan_cards.off.offers": "Je mag deze beurt geen bod meer doen.",
  "catan_cards.off.partner": "De andere speler heeft niets wat jij zou kunnen krijgen, of geen plaats voor wat jij zou kunnen geven.",
  "catan_cards.off.paused": "De partij is gepauzeerd.",
  "catan_cards.off.regions": "Voor een nieuw dorp zijn er geen twee landschappen meer over.",
  "catan_cards.off.room": "Op geen van je landschappen is plaats voor nog een grondstof.",
  "catan_cards.off.stored": "Je hebt geen grondstof om te geven.",
  "catan_cards.off.supply": "Van deze kaarten is er geen meer in voorraad.",
  "catan_cards.off.trade-with-bank.cost": "Je hebt van geen enkele grondstof genoeg voor de bank.",
};
