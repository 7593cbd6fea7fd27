/** Words of the page of all tournaments, in English. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "tournaments.title": "Tournaments",
};
