/** Woorden voor de bedenktijd, in het Nederlands. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "times.total": "Totaal",
  "times.median": "Mediaan",
  "times.longest": "Langste",
  "times.go": "Langste: {time}, regel {at}",
  "times.none": "In deze partij hebben alleen bots en klokken beslist.",
  "times.means": "Vanaf het moment dat een plaats iets gevraagd werd, in hele seconden, zonder pauzes. Bots en klokken tellen niet mee; wat is teruggenomen wel.",
};
