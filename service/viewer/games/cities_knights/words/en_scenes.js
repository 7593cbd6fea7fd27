/** The texts of the scenes on the table of Cities & Knights, in English. */

/** @type {import("../../../types.d.ts").Sentences} */
export default {
  "cities_knights.scene.landing": "The barbarians land",
  "cities_knights.scene.held": "The island holds",
  "cities_knights.scene.lost": "The island falls short",
  "cities_knights.scene.thanked": "{names} is thanked: 1 victory point",
  "cities_knights.scene.shared": "{names} are thanked: a progress card each",
  "cities_knights.scene.fallen": "{names} {loses a city|lose a city each}",
  "cities_knights.scene.spared": "No city can fall",
};
