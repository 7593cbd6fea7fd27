/** The texts of the scenes on the table of Cities & Knights, in Dutch. */

/** @type {import("../../../types.d.ts").Sentences} */
export default {
  "cities_knights.scene.landing": "De barbaren landen",
  "cities_knights.scene.held": "Het eiland houdt stand",
  "cities_knights.scene.lost": "Het eiland delft het onderspit",
  "cities_knights.scene.thanked": "Dank aan {names}: 1 punt",
  "cities_knights.scene.shared": "Dank aan {names}: elk een vooruitgangskaart",
  "cities_knights.scene.fallen": "{names} {verliest een stad|verliezen elk een stad}",
  "cities_knights.scene.spared": "Er kan geen stad vallen",
};
