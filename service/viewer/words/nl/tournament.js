/** Words of the page of a tournament, in Dutch. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "tournament.title": "Toernooi",
};
