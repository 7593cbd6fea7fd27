/** The rules of the game in plain German: in five minutes, and by topic. */

/** @type {import("../../../types.d.ts").HowTo} */
export default {
  minutes: [
    {
      title: "Das Ziel",
      signs: ["favour"],
      text: [
        "Alle spielen gleichzeitig: Karten werden verdeckt gewählt und zusammen aufgedeckt. Drei Jahrzehnte haben je vier Runden. Wer nach der letzten Wertung die meisten Punkte hat, gewinnt.",
      ],
      rules: ["G1", "G2", "F4"],
    },
    {
      title: "Eine Runde: zwei Karten",
      signs: ["card"],
      text: [
        "Du ziehst 2 Karten und spielst genau 2 verdeckt: eine ans rechte Ende deiner Reihe, eine unter eine Karte dieser Reihe, unter der noch nichts liegt. Dann werden alle aufgedeckt.",
      ],
      rules: ["R-A", "R-B", "R-C"],
    },
    {
      title: "Gleiche Farbe: eine Aktion",
      signs: ["card", "joker"],
      text: [
        "Hat die untere Karte die Farbe der oberen, darfst du die Aktion der oberen ausführen, danach ihren Bonus. Sonst, oder wenn du verzichtest, ziehst du eine Karte.",
      ],
      rules: ["D1", "D2", "D3"],
    },
    {
      title: "Nach vier Runden: Wertung",
      signs: ["cannon", "book", "house"],
      text: [
        "Kanonen werden mit den Nachbarn verglichen, Bücher mit allen. Residenzen bringen je einen Punkt, mehr in Städten mit einer 1, und die Gunstleiste bringt, was ihre Stufe sagt.",
      ],
      rules: ["I1", "I2", "I3", "I4"],
    },
  ],
  topics: [
    {
      title: "Was dir gehört",
      signs: ["iron", "food", "caviar", "fur"],
      text: [
        "Waren, Kanonen und Bücher auf den Karten deiner oberen Reihe gehören dir, ebenso die Warenplättchen, die du genommen hast. Sie werden nie ausgegeben. Aktionen bezahlst du mit Karten der Hand.",
      ],
      rules: ["G3", "G4"],
    },
    {
      title: "Handlimit und Gunst",
      signs: ["card", "favour"],
      text: [
        "Die Gunstleiste sagt, wie viele Karten du hältst, was du je Jahrzehnt bekommst und was dein Netz am Ende zählt. Ziehst du über das Limit, gibt jede nicht gezogene Karte 1 Punkt; abwerfen musst du nie.",
        "Jede Krone bringt dich eine Stufe höher; über das Ende hinaus ist es 1 Punkt.",
      ],
      rules: ["H1", "H2", "H3", "V1", "V2"],
    },
    {
      title: "Residenzen",
      signs: ["house", "joker"],
      text: [
        "In einer Stadt steht höchstens eine von dir. Gleich nach dem Bauen nimmst du dort ein Warenplättchen, wenn eines da ist, und eine Krone bringt dich sofort höher. Eine 1 zählt bei jeder Wertung.",
      ],
      rules: ["B1", "B2", "B3", "B4"],
    },
    {
      title: "Kanonen",
      signs: ["cannon"],
      text: [
        "Mit jedem Nachbarn: Mehr Kanonen bringen 4 Punkte, gleich viele je 2, weniger nichts.",
      ],
      rules: ["I1"],
    },
    {
      title: "Bücher",
      signs: ["book", "joker"],
      text: [
        "Wer die meisten Bücher hat, darf in einer beliebigen Stadt eine Residenz bauen. Wer die wenigsten hat, bekommt nichts, alle dazwischen nehmen ein Jokerplättchen. Haben alle gleich viele, dürfen alle bauen.",
      ],
      rules: ["I2"],
    },
    {
      title: "Zwischen den Jahrzehnten",
      signs: ["card"],
      text: [
        "Die vier Karten, unter denen eine liegt, werden abgelegt, samt denen darunter; drei bleiben in deiner Reihe. Dann ziehst du 2 Karten, soweit das Limit reicht.",
      ],
      rules: ["I5", "I6"],
    },
    {
      title: "Das Ende",
      signs: ["house", "joker", "favour"],
      text: [
        "Jede Handkarte ist 1 Punkt. Dein Auftrag bringt 5, 8 oder 12 Punkte für 5, 6 oder 7 passende Warenplättchen, Joker eingerechnet. Die größte Gruppe deiner Residenzen, die Straßen über eigene Städte verbinden, zählt so oft, wie deine Stufe der Gunstleiste sagt.",
      ],
      rules: ["F1", "F2", "F3"],
    },
  ],
};
