/** Wörter zur Bedenkzeit, auf Deutsch. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "times.total": "Gesamt",
  "times.median": "Median",
  "times.longest": "Längste",
  "times.go": "Längste: {time}, Eintrag {at}",
  "times.none": "In dieser Partie haben nur Bots und Uhren entschieden.",
  "times.means": "Ab dem Moment, in dem ein Platz gefragt war, in ganzen Sekunden, ohne Pausen. Bots und Uhren sind nicht dabei; Zurückgenommenes zählt mit.",
};
