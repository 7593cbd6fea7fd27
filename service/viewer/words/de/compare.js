/** Wörter zu zwei Brettern nebeneinander, auf Deutsch. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "replay.compare.difference": "Unterschied",
  "replay.compare.show_then": "Angehefteten Stand zeigen",
  "replay.compare.show_now": "Aktuellen Stand zeigen",
  "replay.compare.unpin": "Lösen",
};
