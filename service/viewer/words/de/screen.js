/** German texts of the wall screen. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "screen.title": "Anzeige für den Saal",
  "screen.people": ({ count }) => `${count} Teilnehmer`,
  "screen.tables": "Tische",
  "screen.byes": "Spielfrei: {names}",
  "screen.stale": "Der Dienst antwortet nicht. Das ist der letzte bekannte Stand.",
  "screen.before": "Vorige Seite",
  "screen.after": "Nächste Seite",
  "screen.sheet": "{sheet} von {sheets}",
  "screen.pause": "Anhalten",
  "screen.go_on": "Fortsetzen",
  "screen.full": "Vollbild",
};
