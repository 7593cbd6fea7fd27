/** German hints for a first match. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "hints.catan_cards.act": "Zieh eine Karte mit gestricheltem Rand auf ihren Platz.",
  "hints.catan_cards.roll": "Würfle zuerst: Das Ereignis trifft euch beide, dann lagern Landschaften mit der gewürfelten Zahl einen Rohstoff.",
  "hints.cities_knights.act": "Unter „Bauen und handeln“ ist hell, was jetzt geht; Blasses nennt auf Druck den Grund. Beende dann deinen Zug.",
  "hints.cities_knights.place-start": "Wähle eine Ecke, dann die Kante für die Straße. Die Punkte unter einer Zahl sagen, wie oft sie fällt.",
  "hints.cities_knights.roll": "Dein Zug beginnt mit den Würfeln: Felder mit der gewürfelten Zahl geben allen Karten, die dort gebaut haben.",
  "hints.katharina.choose-display": "Mit diesen Karten beginnt deine Reihe: Ihre Symbole oben gehören dir sofort. Nimm verschiedene Farben, dann passen Karten, die du darunter spielst, leichter.",
  "hints.katharina.play-cards": "Wähle zwei Karten: eine für das rechte Ende deiner Reihe, eine, die unter eine Karte kommt. Hat die obere dieselbe Farbe, darfst du ihre Aktion nutzen.",
  "hints.katharina.resolve": "Die Farben passen: Du darfst tun, was die obere Karte sagt, oder stattdessen eine Karte ziehen.",
};
