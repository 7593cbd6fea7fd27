/** English texts for objects that do not exist. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "absent.match": "This match does not exist",
  "absent.tournament": "This tournament does not exist",
  "absent.player": "This player does not exist",
  "absent.why": "The link may be wrong or incomplete, or it belongs to another service.",
  "absent.onward": "Where to go next",
  "absent.lobby": "Lobby: watch, join or open a match",
  "absent.tournaments": "Tournaments",
  "absent.decks": "Build a deck",
  "absent.docs": "Rule books and API",
};
