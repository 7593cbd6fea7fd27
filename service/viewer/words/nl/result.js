/** Dutch texts about how a match was won. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "result.more": "Details",
  "result.picture": "Afbeelding delen",
  "result.sources": "Waar de punten vandaan komen",
  "result.source": "Bron",
  "result.total": "Punten",
  "result.luck": "Meer geluk dan in … van alle partijen",
  "result.luck.long": "Meer geluk dan in zoveel van de honderd partijen",
  "result.turns": "Keerpunten",
  "result.turn": "{name} komt aan kop: {own} tegen {other}",
  "result.turn.grown": "De voorsprong van {name} groeit met {grown}: {own} tegen {other}",
  "result.turn.last": "{name} komt voorgoed aan kop: {own} tegen {other}",
  "match.points": ({ points }) => (points === 1 ? "1 punt" : `${points} punten`),
  "match.result.own": "Je hebt gewonnen!",
  "match.result.winner": ({ names, count }) => (count === 1 ? `${names} heeft gewonnen` : `${names} delen de overwinning`),
  "match.result.none": "De partij eindigde zonder uitslag",
  "match.result.replay": "Terugkijken",
  "match.result.share": "Delen",
  "match.result.tournament": "Terug naar het toernooi",
  "match.result.analysis": "Geluk en fouten",
  "match.result.again": "Nog een keer spelen",
  "match.ending.forfeited": "Er was nog maar één speler over, of geen.",
  "match.ending.ruled": "Een scheidsrechter heeft de uitslag bepaald.",
  "match.ending.called-off": "Het toernooi is afgelast.",
  "match.ending.too-long": "De partij werd te lang om door te gaan.",
};
