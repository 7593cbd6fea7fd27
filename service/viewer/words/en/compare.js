/** Words of two boards beside each other, in English. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "replay.compare.difference": "Difference",
  "replay.compare.show_then": "Show the pinned board",
  "replay.compare.show_now": "Show the present board",
  "replay.compare.unpin": "Unpin",
  "compare.there": "the other match: {moment}",
  "compare.show_then": "Show the other match",
  "compare.show_now": "Show this match",
  "compare.away": "Not the other match",
  "compare.origin": "With its origin",
  "compare.with": "Another match",
  "compare.link": "link or number",
  "compare.do": "Beside this one",
  "compare.no_match": "This is no link to another match.",
  "compare.other_game": "That is a match of another game.",
};
