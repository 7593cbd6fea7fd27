/** Woorden voor twee borden naast elkaar, in het Nederlands. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "replay.compare.difference": "Verschil",
  "replay.compare.show_then": "Vastgezette stand tonen",
  "replay.compare.show_now": "Huidige stand tonen",
  "replay.compare.unpin": "Losmaken",
};
