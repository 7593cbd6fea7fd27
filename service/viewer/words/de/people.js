/** Words of the page of a player, in German. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "people.title": "Spieler",
};
