/** Words of the page of all tournaments, in German. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "tournaments.title": "Turniere",
};
