/** Words of the page that shows what all pages are made of, in Dutch. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "style.title": "Waar de pagina’s van gemaakt zijn",
  "style.colours": "Kleuren",
  "style.letters": "Letters",
  "style.buttons": "Knoppen en velden",
  "style.panels": "Vlakken en tabellen",
  "style.seats": "Plaatsen en bots",
  "style.icons": "Tekens",
  "style.sentence": "De oogst van een goed jaar voedt de hele stad.",
  "style.button": "Bevestigen",
  "style.field": "Veld",
};
