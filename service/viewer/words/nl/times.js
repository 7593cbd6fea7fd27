/** Dutch texts of the thinking times. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "times.total": "Totaal",
  "times.median": "Mediaan",
  "times.longest": "Langste",
  "times.go": "Langste: {time}, regel {at}",
  "times.none": "In deze partij hebben alleen bots en klokken beslist.",
  "times.means": "Gemeten van elke vraag tot het antwoord, in hele seconden, zonder pauzes. Bots en klokken tellen niet mee, teruggenomen beslissingen wel.",
};
