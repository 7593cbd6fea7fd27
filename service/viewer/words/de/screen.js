/** Words of the screen for the wall, in German. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "screen.title": "Bildschirm für die Wand",
  "screen.people": ({ count }) => (count === 1 ? "1 nimmt teil" : `${count} nehmen teil`),
  "screen.tables": "Tische",
  "screen.byes": "Spielfrei: {names}",
  "screen.stale": "Der Dienst antwortet nicht; so stand es zuletzt.",
  "screen.before": "Blatt davor",
  "screen.after": "Nächstes Blatt",
  "screen.sheet": "{sheet} von {sheets}",
  "screen.pause": "Nicht mehr blättern",
  "screen.go_on": "Weiterblättern",
  "screen.full": "Ganzer Bildschirm",
  "screen.clock.played": "gespielt",
  "screen.clock.left": "noch",
  "screen.clock.over": "über der Zeit",
};
