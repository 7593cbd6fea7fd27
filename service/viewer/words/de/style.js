/** Words of the page that shows what all pages are made of, in German. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "style.title": "Woraus die Seiten gemacht sind",
  "style.colours": "Farben",
  "style.letters": "Schriften",
  "style.buttons": "Knöpfe und Felder",
  "style.panels": "Kästen und Tabellen",
  "style.seats": "Plätze und Bots",
  "style.icons": "Zeichen",
  "style.sentence": "Die Ernte eines guten Jahres ernährt die ganze Stadt.",
  "style.button": "Bestätigen",
  "style.field": "Feld",
};
