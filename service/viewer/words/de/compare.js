/** Wörter zu zwei Brettern nebeneinander, auf Deutsch. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "replay.compare.difference": "Unterschied",
  "replay.compare.show_then": "Angehefteten Stand zeigen",
  "replay.compare.show_now": "Aktuellen Stand zeigen",
  "replay.compare.unpin": "Lösen",
  "compare.there": "die andere Partie: {moment}",
  "compare.show_then": "Die andere Partie zeigen",
  "compare.show_now": "Diese Partie zeigen",
  "compare.away": "Ohne die andere Partie",
  "compare.origin": "Mit ihrem Ursprung",
  "compare.with": "Andere Partie",
  "compare.link": "Link oder Nummer",
  "compare.do": "Danebenstellen",
  "compare.no_match": "Das ist kein Link zu einer anderen Partie.",
  "compare.other_game": "Das ist eine Partie eines anderen Spiels.",
};
