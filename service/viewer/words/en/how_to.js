/** Words of what is told about playing a game. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "how_to.cards": "Cards and levels",
  "how_to.found": "{n} found",
  "how_to.minutes": "In five minutes",
  "how_to.nothing": "Nothing is found. Try another word.",
  "how_to.search": "Search the rules and cards",
  "how_to.topics": "By topic",
};
