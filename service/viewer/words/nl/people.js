/** Words of the page of a player, in Dutch. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "people.title": "Speler",
};
