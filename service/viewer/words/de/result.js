/** Words of what a match was won by, in German. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "result.sources": "Woher die Punkte kommen",
  "result.source": "Woher",
  "result.total": "Punkte",
  "result.luck": "Mehr Glück als in … aller Partien",
  "result.luck.long": "Mehr Glück als in so vielen von hundert Partien",
  "result.turns": "Wendepunkte",
  "result.turn": "{name} geht in Führung: {own} zu {other}",
  "result.turn.grown": "Der Vorsprung von {name} wächst um {grown}: {own} zu {other}",
  "result.turn.last": "{name} geht endgültig in Führung: {own} zu {other}",
};
