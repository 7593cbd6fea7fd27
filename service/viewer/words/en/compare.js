/** Words of two boards beside each other, in English. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "replay.compare.difference": "Difference",
  "replay.compare.show_then": "Show the pinned board",
  "replay.compare.show_now": "Show the present board",
  "replay.compare.unpin": "Unpin",
};
