/** English texts of the comparison of two boards. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "replay.compare.show_then": "Show the pinned board",
  "replay.compare.show_now": "Show the current board",
  "replay.compare.unpin": "Unpin",
  "compare.there": "the other match: {moment}",
  "compare.show_then": "Show the other match",
  "compare.show_now": "Show this match",
  "compare.away": "Remove the other match",
  "compare.origin": "With the original match",
  "compare.with": "With another match",
  "compare.link": "link or id",
  "compare.do": "Show side by side",
  "compare.no_match": "This is not a link to another match. Paste the link or id of one.",
  "compare.other_game": "That match is from another game. Choose one from this game.",
};
