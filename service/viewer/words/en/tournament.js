/** Words of the page of a tournament, in English. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "tournament.title": "Tournament",
};
