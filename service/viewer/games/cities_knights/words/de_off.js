/** The reasons why a tool is disabled, in German. */

/** @type {import("../../../types.d.ts").Sentences} */
export default {
  "cities_knights.off.activate-knight.knight": "Du hast keinen inaktiven Ritter.",
  "cities_knights.off.another-question": "Beantworte zuerst die andere Frage.",
  "cities_knights.off.bank-supply": "Die Bank hat nicht, was du bekommen könntest.",
  "cities_knights.off.build-city.corner": "Du hast keine Siedlung zum Ausbauen.",
  "cities_knights.off.build-road.edge": "An deinen Straßen und Bauwerken ist keine Kante frei.",
  "cities_knights.off.build-settlement.corner": "Keine deiner Straßen führt zu einer freien Ecke, die von jedem Bauwerk mindestens zwei Kanten entfernt ist.",
  "cities_knights.off.build-wall.corner": "Du hast keine Stadt ohne Stadtmauer.",
  "cities_knights.off.cards": "Dir fehlen die Karten dafür.",
  "cities_knights.off.city-needed": "Dafür brauchst du eine Stadt, ab der vierten Stufe eine ohne Metropole.",
  "cities_knights.off.highest-level": "Dieser Bereich ist voll ausgebaut.",
  "cities_knights.off.missing": "Dir fehlt: {cards}.",
  "cities_knights.off.move-knight.corner": "Keiner deiner Ritter kann auf deinen Straßen irgendwohin ziehen.",
  "cities_knights.off.move-knight.knight": "Du hast keinen Ritter auf dem Spielplan.",
  "cities_knights.off.not-asked": "Du bist nicht am Zug.",
  "cities_knights.off.not-ready": "Keiner deiner Ritter darf handeln: Ein Ritter handelt einmal, und nicht in dem Zug, in dem er aktiviert wurde.",
  "cities_knights.off.offer-open": "Dein letztes Angebot steht noch; zieh es erst zurück.",
  "cities_knights.off.offer-trade.cards": "Du hast keine Karte, die du geben könntest.",
  "cities_knights.off.paused": "Die Partie ist angehalten.",
  "cities_knights.off.piece-supply": "Du hast keine solche Figur mehr im Vorrat.",
  "cities_knights.off.promote-knight.fortress": "Erst die dritte Ausbaustufe der Politik macht aus starken Rittern mächtige.",
  "cities_knights.off.promote-knight.knight": "Du hast keinen Ritter zum Aufwerten; jeder steigt nur einmal je Zug auf.",
  "cities_knights.off.recruit-knight.corner": "Keine deiner Straßen führt zu einer freien Ecke.",
  "cities_knights.off.too-many-offers": "Du hast in diesem Zug schon so viele Angebote gemacht, wie erlaubt sind.",
  "cities_knights.off.trade-with-bank.cards": "Von keiner Sorte hast du genug Karten für den Kurs der Bank.",
};
