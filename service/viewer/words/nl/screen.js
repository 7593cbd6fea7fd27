/** Words of the screen for the wall, in Dutch. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "screen.title": "scherm voor aan de muur",
  "screen.people": ({ count }) => (count === 1 ? "1 doet mee" : `${count} doen mee`),
  "screen.tables": "Tafels",
  "screen.byes": "Vrij: {names}",
  "screen.stale": "De dienst antwoordt niet; zo stond het het laatst.",
  "screen.before": "Vorig blad",
  "screen.after": "Volgend blad",
  "screen.sheet": "{sheet} van {sheets}",
  "screen.pause": "Niet meer bladeren",
  "screen.go_on": "Verder bladeren",
  "screen.full": "Volledig scherm",
  "screen.clock.played": "gespeeld",
  "screen.clock.left": "nog",
  "screen.clock.over": "over de tijd",
};
