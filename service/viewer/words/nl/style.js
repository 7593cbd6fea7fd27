/** Dutch texts of the style page. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "style.title": "Stijlgids",
  "style.colours": "Kleuren",
  "style.letters": "Lettertypen",
  "style.buttons": "Knoppen en velden",
  "style.panels": "Vlakken en tabellen",
  "style.seats": "Plaatsen en bots",
  "style.icons": "Pictogrammen",
  "style.sentence": "De oogst van een goed jaar voedt de hele stad.",
  "style.button": "Bevestigen",
  "style.field": "Veld",
};
