/** Woorden voor twee borden naast elkaar, in het Nederlands. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "replay.compare.difference": "Verschil",
  "replay.compare.show_then": "Vastgezette stand tonen",
  "replay.compare.show_now": "Huidige stand tonen",
  "replay.compare.unpin": "Losmaken",
  "compare.there": "de andere partij: {moment}",
  "compare.show_then": "De andere partij tonen",
  "compare.show_now": "Deze partij tonen",
  "compare.away": "Zonder de andere partij",
  "compare.origin": "Met haar oorsprong",
  "compare.with": "Andere partij",
  "compare.link": "link of nummer",
  "compare.do": "Ernaast tonen",
  "compare.no_match": "Dit is geen link naar een andere partij.",
  "compare.other_game": "Dat is een partij van een ander spel.",
};
