/** German texts of the thinking times. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "times.total": "Gesamt",
  "times.median": "Median",
  "times.longest": "Längste",
  "times.go": "Längste: {time}, Eintrag {at}",
  "times.none": "In dieser Partie haben nur Bots und Uhren entschieden.",
  "times.means": "Gemessen von jeder Frage bis zur Antwort, in ganzen Sekunden, ohne Pausen. Bots und Uhren zählen nicht mit, zurückgenommene Entscheidungen schon.",
};
