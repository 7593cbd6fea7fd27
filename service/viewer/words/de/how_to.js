/** German texts of the rules dialog. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "how_to.cards": "Karten und Ausbauten",
  "how_to.found": "{n} gefunden",
  "how_to.minutes": "In fünf Minuten",
  "how_to.nothing": "Nichts gefunden. Versuch es mit einem anderen Wort.",
  "how_to.search": "Regeln und Karten durchsuchen",
  "how_to.topics": "Nach Themen",
};
