/** German texts of the comparison of two boards. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "replay.compare.show_then": "Angehefteten Stand zeigen",
  "replay.compare.show_now": "Aktuellen Stand zeigen",
  "replay.compare.unpin": "Lösen",
  "compare.there": "die andere Partie: {moment}",
  "compare.show_then": "Die andere Partie zeigen",
  "compare.show_now": "Diese Partie zeigen",
  "compare.away": "Die andere Partie entfernen",
  "compare.origin": "Mit der Ursprungspartie",
  "compare.with": "Mit einer anderen Partie",
  "compare.link": "Link oder Kennung",
  "compare.do": "Nebeneinander zeigen",
  "compare.no_match": "Das ist kein Link zu einer anderen Partie. Füge einen Link oder eine Kennung ein.",
  "compare.other_game": "Das ist eine Partie eines anderen Spiels. Wähle eine desselben Spiels.",
};
