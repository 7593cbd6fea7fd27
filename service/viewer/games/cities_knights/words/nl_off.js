/** The reasons why a tool is disabled, in Dutch. */

/** @type {import("../../../types.d.ts").Sentences} */
export default {
  "cities_knights.off.activate-knight.knight": "Je hebt geen inactieve ridder.",
  "cities_knights.off.another-question": "Beantwoord eerst een andere vraag.",
  "cities_knights.off.bank-supply": "De bank heeft niet wat je zou kunnen krijgen.",
  "cities_knights.off.build-city.corner": "Je hebt geen dorp dat stad kan worden.",
  "cities_knights.off.build-road.edge": "Aan je wegen en gebouwen is geen rand vrij.",
  "cities_knights.off.build-settlement.corner": "Geen van je wegen leidt naar een vrije hoek, minstens twee randen van elk gebouw.",
  "cities_knights.off.build-wall.corner": "Je hebt geen stad zonder stadsmuur.",
  "cities_knights.off.cards": "Je hebt niet de kaarten die dit kost.",
  "cities_knights.off.city-needed": "Daarvoor heb je een stad nodig, vanaf het vierde niveau een zonder metropool.",
  "cities_knights.off.highest-level": "Dit onderdeel is op zijn hoogste niveau.",
  "cities_knights.off.missing": "Je mist: {cards}.",
  "cities_knights.off.move-knight.corner": "Geen van je ridders kan over je wegen ergens heen.",
  "cities_knights.off.move-knight.knight": "Je hebt geen ridder op het bord.",
  "cities_knights.off.not-asked": "Je bent niet aan de beurt.",
  "cities_knights.off.not-ready": "Geen van je ridders mag iets doen: een ridder handelt één keer, en niet in de beurt waarin hij is geactiveerd.",
  "cities_knights.off.offer-open": "Je laatste bod staat nog; trek dat eerst in.",
  "cities_knights.off.offer-trade.cards": "Je hebt geen kaart om te geven.",
  "cities_knights.off.paused": "De partij is gepauzeerd.",
  "cities_knights.off.piece-supply": "Je hebt zo’n stuk niet meer in voorraad.",
  "cities_knights.off.promote-knight.fortress": "Pas het derde niveau van politiek maakt sterke ridders machtig.",
  "cities_knights.off.promote-knight.knight": "Je hebt geen ridder die nu bevorderd kan worden; elke ridder stijgt één keer per beurt.",
  "cities_knights.off.recruit-knight.corner": "Geen van je wegen leidt naar een vrije hoek.",
  "cities_knights.off.too-many-offers": "Je mag deze beurt geen bod meer doen.",
  "cities_knights.off.trade-with-bank.cards": "Je hebt van geen enkele soort genoeg kaarten voor de bank.",
};
