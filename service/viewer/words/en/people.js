/** Words of the page of a player, in English. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "people.title": "Player",
};
