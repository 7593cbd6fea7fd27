/** Dutch texts of the rules dialog. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "how_to.cards": "Kaarten en uitbreidingen",
  "how_to.found": "{n} gevonden",
  "how_to.minutes": "In vijf minuten",
  "how_to.nothing": "Niets gevonden. Probeer een ander woord.",
  "how_to.search": "Zoek in regels en kaarten",
  "how_to.topics": "Per onderwerp",
};
