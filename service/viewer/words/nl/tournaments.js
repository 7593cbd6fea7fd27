/** Words of the page of all tournaments, in Dutch. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "tournaments.title": "Toernooien",
};
