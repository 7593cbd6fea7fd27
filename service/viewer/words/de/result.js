/** German texts about how a match was won. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "result.more": "Details",
  "result.picture": "Bild teilen",
  "result.sources": "Woher die Punkte kommen",
  "result.source": "Woher",
  "result.total": "Punkte",
  "result.luck": "Mehr Glück als in … aller Partien",
  "result.luck.long": "Mehr Glück als in so vielen von hundert Partien",
  "result.turns": "Wendepunkte",
  "result.turn": "{name} geht in Führung: {own} zu {other}",
  "result.turn.grown": "Der Vorsprung von {name} wächst um {grown}: {own} zu {other}",
  "result.turn.last": "{name} geht endgültig in Führung: {own} zu {other}",
  "match.points": ({ points }) => (points === 1 ? "1 Punkt" : `${points} Punkte`),
  "match.result.own": "Du hast gewonnen!",
  "match.result.winner": ({ names, count }) => (count === 1 ? `${names} hat gewonnen` : `${names} teilen sich den Sieg`),
  "match.result.none": "Die Partie endete ohne Ergebnis",
  "match.result.replay": "Wiedergabe ansehen",
  "match.result.share": "Teilen",
  "match.result.tournament": "Zurück zum Turnier",
  "match.result.analysis": "Glück und Fehler",
  "match.result.again": "Noch einmal spielen",
  "match.ending.forfeited": "Es war nur noch ein Spieler übrig oder keiner.",
  "match.ending.ruled": "Die Spielleitung hat das Ergebnis festgelegt.",
  "match.ending.called-off": "Das Turnier wurde abgesagt.",
  "match.ending.too-long": "Die Partie wurde zu lang und deshalb beendet.",
};
