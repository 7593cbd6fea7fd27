/** Words of what a match was won by, in Dutch. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "result.sources": "Waar de punten vandaan komen",
  "result.source": "Waarvan",
  "result.total": "Punten",
  "result.luck": "Meer geluk dan in … van alle partijen",
  "result.luck.long": "Meer geluk dan in zoveel van de honderd partijen",
  "result.turns": "Keerpunten",
  "result.turn": "{name} komt aan kop: {own} tegen {other}",
  "result.turn.grown": "De voorsprong van {name} groeit met {grown}: {own} tegen {other}",
  "result.turn.last": "{name} komt voorgoed aan kop: {own} tegen {other}",
};
