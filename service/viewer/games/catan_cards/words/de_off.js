/** The reasons why a tool is disabled, in German. */

/** @type {import("../../../types.d.ts").Sentences} */
export default {
  "catan_cards.off.another-question": "Beantworte zuerst die andere Frage.",
  "catan_cards.off.build-city.slot": "Du hast keine Siedlung zum Ausbauen.",
  "catan_cards.off.build-road.slot": "Bau erst eine Siedlung ans Ende deiner letzten Straße.",
  "catan_cards.off.build-settlement.slot": "Eine Siedlung liegt am Ende einer Straße: Bau erst eine.",
  "catan_cards.off.cost": "Auf deinen Landschaften fehlen Rohstoffe dafür.",
  "catan_cards.off.missing": "Dir fehlt: {cards}.",
  "catan_cards.off.not-asked": "Du bist nicht am Zug.",
  "catan_cards.off.offers": "Du hast in deinem Zug schon so viele Angebote gemacht, wie erlaubt sind.",
  "catan_cards.off.partner": "Die Gegenseite hat nichts, was du bekommen könntest, oder keinen Platz für das, was du geben könntest.",
  "catan_cards.off.paused": "Die Partie ist angehalten.",
  "catan_cards.off.regions": "Für eine neue Siedlung sind keine zwei Landschaften mehr da.",
  "catan_cards.off.room": "Auf keiner deiner Landschaften ist Platz für einen weiteren Rohstoff.",
  "catan_cards.off.stored": "Du hast keinen Rohstoff, den du geben könntest.",
  "catan_cards.off.supply": "Von diesen Karten ist keine mehr im Vorrat.",
  "catan_cards.off.trade-with-bank.cost": "Von keinem Rohstoff hast du genug für den Kurs der Bank.",
};
