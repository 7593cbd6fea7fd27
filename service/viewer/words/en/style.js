/** English texts of the style page. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "style.title": "Style guide",
  "style.colours": "Colours",
  "style.letters": "Fonts",
  "style.buttons": "Buttons and fields",
  "style.panels": "Panels and tables",
  "style.seats": "Seats and bots",
  "style.icons": "Icons",
  "style.sentence": "The harvest of a good year feeds the whole town.",
  "style.button": "Confirm",
  "style.field": "Field",
};
