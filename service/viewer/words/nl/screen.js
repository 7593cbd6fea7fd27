/** Dutch texts of the wall screen. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "screen.title": "scherm voor in de zaal",
  "screen.people": ({ count }) => (count === 1 ? "1 deelnemer" : `${count} deelnemers`),
  "screen.tables": "Tafels",
  "screen.byes": "Vrij: {names}",
  "screen.stale": "De dienst reageert niet. Dit is de laatst bekende stand.",
  "screen.before": "Vorige pagina",
  "screen.after": "Volgende pagina",
  "screen.sheet": "{sheet} van {sheets}",
  "screen.pause": "Pauzeren",
  "screen.go_on": "Hervatten",
  "screen.full": "Volledig scherm",
};
