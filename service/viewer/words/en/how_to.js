/** English texts of the rules dialog. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "how_to.cards": "Cards and levels",
  "how_to.found": "{n} found",
  "how_to.minutes": "In five minutes",
  "how_to.nothing": "Nothing found. Try another word.",
  "how_to.search": "Search the rules and cards",
  "how_to.topics": "By topic",
};
