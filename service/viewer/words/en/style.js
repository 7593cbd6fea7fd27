/** Words of the page that shows what all pages are made of, in English. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "style.title": "What the pages are made of",
  "style.colours": "Colours",
  "style.letters": "Letters",
  "style.buttons": "Buttons and fields",
  "style.panels": "Panels and tables",
  "style.seats": "Seats and bots",
  "style.icons": "Signs",
  "style.sentence": "The harvest of a good year feeds the whole town.",
  "style.button": "Confirm",
  "style.field": "Field",
};
