/** German texts of the style page. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "style.title": "Gestaltung der Seiten",
  "style.colours": "Farben",
  "style.letters": "Schriften",
  "style.buttons": "Knöpfe und Felder",
  "style.panels": "Flächen und Tabellen",
  "style.seats": "Plätze und Bots",
  "style.icons": "Symbole",
  "style.sentence": "Die Ernte eines guten Jahres ernährt die ganze Stadt.",
  "style.button": "Bestätigen",
  "style.field": "Feld",
};
