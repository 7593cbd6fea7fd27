/** The rules of the game in plain German: in five minutes, and by topic. */

/** @type {import("../../../types.d.ts").HowTo} */
export default {
  minutes: [
    {
      title: "Das Ziel",
      signs: ["vp"],
      text: [
        "Jede Seite baut ein Fürstentum aus Karten in einer Reihe. Wer im eigenen Zug 12 Siegpunkte erreicht, gewinnt das Basisspiel; mit Künstlern & Wohltätern und im Turnierspiel sind es 13.",
        "Eine Siedlung zählt 1 Punkt, eine Stadt 2; Ausbauten sagen, was sie zählen, und zwei Figuren bringen je 1.",
      ],
      rules: ["B42", "X10"],
    },
    {
      title: "Ein Zug: würfeln",
      signs: ["event_card", "mill"],
      text: [
        "Zwei Würfel fallen: Erst geschieht das Ereignis, für beide, dann bekommt jede Landschaft mit der gewürfelten Zahl 1 Rohstoff, auf beiden Seiten des Tisches. Eine Landschaft lagert höchstens 3.",
      ],
      rules: ["B12", "B13", "B14"],
    },
    {
      title: "Dann handeln",
      signs: ["road", "settlement", "city", "building"],
      text: [
        "In beliebiger Reihenfolge: Straßen, Siedlungen und Städte aus der Mitte bauen, Ausbauten aus der Hand bauen, Aktionskarten spielen, tauschen. Straße: 2 Lehm, 1 Holz. Siedlung: Lehm, Holz, Wolle, Getreide. Stadt: 3 Erz, 2 Getreide.",
        "Eine Siedlung am Ende einer Straße bringt zwei neue Landschaften.",
      ],
      rules: ["B24", "B27", "B30"],
    },
    {
      title: "Zum Schluss: die Hand",
      signs: ["card"],
      text: [
        "Du hältst 3 Karten, mit Kloster oder Bibliothek mehr. Sind es zu viele, legst du den Rest unter Stapel; sind es zu wenige, ziehst du nach. Für 2 Rohstoffe darfst du einen Stapel durchsehen und aussuchen. Wessen Hand voll war, darf eine Karte tauschen.",
      ],
      rules: ["B36", "B37", "B38", "B39"],
    },
  ],
  topics: [
    {
      title: "Wohin Karten kommen",
      signs: ["building"],
      text: [
        "Eine Siedlung hat einen Bauplatz oben und einen unten, eine Stadt je zwei. Ein Ausbau neben einer Landschaft kann sie verbessern: Eine Mühle oder Hütte verdoppelt, was passende Landschaften daneben bringen.",
        "Manche Karten brauchen ein anderes Gebäude; das zählt nur, wenn sie gebaut oder gespielt werden.",
      ],
      rules: ["B10", "B11", "B28"],
    },
    {
      title: "Der Ereigniswürfel",
      signs: ["brigand_attack", "trade_advantage", "tournament", "year_of_plenty", "event_card"],
      text: [
        "Räuber: Wer mehr als 7 Rohstoffe lagert, die neben einem Lager nicht gezählt, verliert alles Erz und alle Wolle; nicht in den ersten zwei Runden. Handelsvorteil: Wer die Mühlenfigur hat, nimmt der Gegenseite einen Rohstoff.",
        "Turnier: Die geschickteren Ritter bringen einen Rohstoff. Ertragreiches Jahr: Beide bekommen einen. Das Fragezeichen deckt eine Ereigniskarte auf.",
      ],
      rules: ["B16", "B17", "B18", "B19", "B20"],
    },
    {
      title: "Zwei Figuren",
      signs: ["strength", "commerce"],
      text: [
        "Wer mehr Stärke hat, hält die Ritterfigur, wer mehr Handelspunkte und eine Stadt hat, die Mühlenfigur. Jede zählt 1 Punkt; bei Gleichstand hält sie niemand.",
      ],
      rules: ["B21", "B22"],
    },
    {
      title: "Aktionskarten",
      signs: ["attack", "protection", "neutral", "lock"],
      text: [
        "Angriffs- und neutrale Karten warten, bis beide zusammen 7 Siegpunkte hatten; Schutzkarten und normalerweise der Kundschafter warten nicht.",
        "Manche Angriffe sind ein Duell: Wer angreift, würfelt und gewinnt bei 1 bis 5, gegen die passende Schutzkarte nur bei 1 oder 2. Wer verliert, trägt die Folgen der Karte.",
      ],
      rules: ["B33", "B34", "B35"],
    },
    {
      title: "Tausch",
      signs: ["gold", "trade_advantage"],
      text: [
        "Die Bank nimmt 3 gleiche Rohstoffe für 1 anderen, 2 mit der Flotte dieses Rohstoffs, 1 Gold mit der Münzgießerei. Du kannst auch der Gegenseite bis zu 3 Rohstoffe für bis zu 3 anbieten.",
      ],
      rules: ["B30", "B31", "R73"],
    },
    {
      title: "Künstler & Wohltäter",
      signs: ["stars", "feeling"],
      text: [
        "Die Volksstimmung lagert Sterne. Sie ersparen dir Unglück, ersetzen einen Rohstoff oder holen für drei eine Aktionskarte zurück. Wasserversorgung und Haus des Mäzens liegen offen in der Mitte, für den, der sie zuerst bezahlt; jede Seite darf je eine davon haben.",
      ],
      rules: ["K10", "K11", "X5", "X8"],
    },
    {
      title: "Das Turnierspiel",
      signs: ["card"],
      text: [
        "Du bringst ein eigenes Deck mit: 33 Karten und 4 Ereignisse. Daraus suchst du 3 Karten für den Anfang aus; der Rest liegt in vier Stapeln, von denen nur du ziehst.",
      ],
      rules: ["T5", "T6", "T7", "T13"],
    },
  ],
};
