/** The rules of the game in plain German: in five minutes, and by topic. */

/** @type {import("../../../types.d.ts").HowTo} */
export default {
  minutes: [
    {
      title: "Das Ziel",
      signs: ["star"],
      text: [
        "Besiedelt die Insel, macht Siedlungen zu Städten und verteidigt sie gemeinsam. Wer im eigenen Zug 13 Siegpunkte hat, gewinnt.",
        "Eine Siedlung zählt 1 Punkt, eine Stadt 2, eine Metropole 2 mehr, die längste Straße 2.",
      ],
      rules: ["R17.1", "R17.2"],
    },
    {
      title: "Der Anfang",
      signs: ["settlement", "city", "road"],
      text: [
        "Alle setzen eine Siedlung mit einer Straße, danach in umgekehrter Reihenfolge eine Stadt mit einer Straße. Für jedes Feld an dieser Stadt gibt es einen Rohstoff.",
      ],
      rules: ["R4.2", "R4.4"],
    },
    {
      title: "Ein Zug: würfeln",
      signs: ["ship", "lumber", "coin"],
      text: [
        "Zwei Würfel sagen, welche Felder Ertrag bringen. Eine Siedlung bringt 1 Rohstoff, eine Stadt 2; im Wald, auf der Weide und im Gebirge ist einer davon Papier, Tuch oder Münze.",
        "Der dritte Würfel bewegt das Barbarenschiff oder öffnet ein Tor, an dem Fortschrittskarten gezogen werden.",
      ],
      rules: ["R5.3", "R7.1"],
    },
    {
      title: "Dann handeln und bauen",
      signs: ["road", "knight", "trade"],
      text: [
        "In beliebiger Reihenfolge, so oft du zahlen kannst: mit anderen oder der Bank handeln, Straßen, Siedlungen und Städte bauen, Ritter aufstellen und aktivieren, Städte ausbauen, Fortschrittskarten spielen. Danach beendest du den Zug.",
        "Was gerade nicht geht, sagt warum, wenn du darauf zeigst, es mit der Tastatur ansteuerst oder antippst.",
      ],
      rules: ["R5.4", "R10.1", "R15.1"],
    },
    {
      title: "Die Barbaren",
      signs: ["ship", "knight", "city"],
      text: [
        "Ist das Schiff sieben Schritte weit gekommen, treffen alle aktiven Ritter gemeinsam auf einen Angriff, der so stark ist, wie es Städte auf der Insel gibt. Halten die Ritter stand, bekommt einen Punkt, wer am meisten beigetragen hat. Sonst verliert eine Stadt, wer am wenigsten beigetragen hat.",
      ],
      rules: ["R9.1", "R9.3", "R9.4"],
    },
  ],
  topics: [
    {
      title: "Was Dinge kosten",
      signs: ["brick", "lumber", "wool", "grain", "ore"],
      text: [
        "Straße: Lehm, Holz. Siedlung: Lehm, Holz, Wolle, Getreide. Stadt: 3 Erz, 2 Getreide. Stadtmauer: 2 Lehm.",
        "Zwischen zwei Siedlungen oder Städten liegen mindestens zwei Kanten; eine Siedlung liegt an einer eigenen Straße.",
      ],
      rules: ["R10.1", "R10.3", "R10.5"],
    },
    {
      title: "Die Sieben und der Räuber",
      signs: ["robber", "wall"],
      text: [
        "Bei einer Sieben gibt die Hälfte ab, abgerundet, wer mehr als 7 Karten hat; jede Stadtmauer erlaubt 2 mehr. Dann versetzt du den Räuber und ziehst jemandem dort eine Karte. Das Feld mit dem Räuber bringt nichts.",
        "Bis die Barbaren zum ersten Mal gelandet sind, schläft der Räuber und bleibt, wo er ist.",
      ],
      rules: ["R8.1", "R8.2", "R8.5"],
    },
    {
      title: "Ritter",
      signs: ["knight"],
      text: [
        "Aufstellen für Wolle und Erz an einer freien Ecke deiner Straßen, aktivieren für 1 Getreide, befördern für Wolle und Erz. Mächtige Ritter brauchen die dritte Stufe der Politik.",
        "Ein aktiver Ritter kann in einem späteren Zug einmal handeln und ruht dann: auf deinen Straßen ziehen, einen schwächeren Ritter vertreiben oder den Räuber verjagen.",
      ],
      rules: ["R11.1", "R11.2", "R11.3", "R11.4"],
    },
    {
      title: "Stadtausbau",
      signs: ["trade", "politics", "science"],
      text: [
        "Drei Bereiche: Handel kostet Tuch, Politik Münzen, Wissenschaft Papier; Stufe n kostet n. Zum Kaufen brauchst du eine Stadt.",
        "Je höher die Stufe, desto mehr rote Zahlen lassen dich eine Fortschrittskarte ziehen, wenn das Tor des Bereichs erscheint. Die dritte Stufe bringt etwas Bleibendes: zwei gleiche Handelswaren für eine beliebige Karte, mächtige Ritter, oder einen Rohstoff nach Wahl, wenn ein Wurf dir nichts bringt.",
      ],
      rules: ["R12.1", "R12.2", "R12.3", "R6.2"],
    },
    {
      title: "Metropolen",
      signs: ["metropolis"],
      text: [
        "Wer zuerst Stufe 4 eines Bereichs erreicht, macht eine Stadt zur Metropole: insgesamt 4 Punkte, und vor den Barbaren sicher. Wer zuerst Stufe 5 erreicht, übernimmt sie, außer ihr Besitzer ist schon dort. Für Stufe 4 und 5 brauchst du eine Stadt ohne Metropole.",
      ],
      rules: ["R12.4", "R12.5", "R12.6", "R12.7"],
    },
    {
      title: "Fortschrittskarten",
      signs: ["card"],
      text: [
        "In deiner Aktionsphase darfst du beliebig viele spielen, auch gerade gezogene. Am Ende deines Zuges behältst du höchstens 4. Karten mit einem Siegpunkt werden sofort offen ausgelegt.",
        "Such eine Karte unter dem Namen, den du kennst: Die Suche oben findet auch andere Namen.",
      ],
      rules: ["R13.2", "R13.4", "R13.5"],
    },
    {
      title: "Handel",
      signs: ["coin", "merchant"],
      text: [
        "In deinem Zug handelst du mit allen, mit Rohstoffen wie mit Handelswaren. Die Bank gibt eine Karte für 4 gleiche, für 3 mit einem allgemeinen Hafen, für 2 mit dem Hafen dieses Rohstoffs, der dritten Stufe des Handels, dem Händler oder der Handelsflotte.",
      ],
      rules: ["R15.1", "R15.2", "R15.3"],
    },
    {
      title: "Die längste Straße",
      signs: ["road"],
      text: [
        "Wer allein den längsten Straßenzug aus mindestens 5 Stücken hat, hält 2 Punkte und behält sie bei Gleichstand. Bauwerke und Ritter anderer unterbrechen eine Straße.",
      ],
      rules: ["R16.1", "R16.2"],
    },
  ],
};
