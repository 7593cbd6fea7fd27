/** The texts of the scenes on the table of Cities & Knights, in German. */

/** @type {import("../../../types.d.ts").Sentences} */
export default {
  "cities_knights.scene.landing": "Die Barbaren landen",
  "cities_knights.scene.held": "Die Insel hält stand",
  "cities_knights.scene.lost": "Die Insel ist unterlegen",
  "cities_knights.scene.thanked": "Dank an {names}: 1 Siegpunkt",
  "cities_knights.scene.shared": "Dank an {names}: je eine Fortschrittskarte",
  "cities_knights.scene.fallen": "{names} {verliert eine Stadt|verlieren je eine Stadt}",
  "cities_knights.scene.spared": "Keine Stadt kann fallen",
};
