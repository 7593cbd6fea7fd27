/** Words of the page of a tournament, in German. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "tournament.title": "Turnier",
};
