/** Dutch texts of the comparison of two boards. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "replay.compare.show_then": "Vastgezette stand tonen",
  "replay.compare.show_now": "Huidige stand tonen",
  "replay.compare.unpin": "Losmaken",
  "compare.there": "de andere partij: {moment}",
  "compare.show_then": "De andere partij tonen",
  "compare.show_now": "Deze partij tonen",
  "compare.away": "De andere partij weghalen",
  "compare.origin": "Met de oorspronkelijke partij",
  "compare.with": "Met een andere partij",
  "compare.link": "link of id",
  "compare.do": "Naast elkaar tonen",
  "compare.no_match": "Dit is geen link naar een andere partij. Plak een link of een id.",
  "compare.other_game": "Dat is een partij van een ander spel. Kies er een van hetzelfde spel.",
};
