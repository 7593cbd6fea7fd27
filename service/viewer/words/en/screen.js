/** English texts of the wall screen. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "screen.title": "wall screen",
  "screen.people": ({ count }) => (count === 1 ? "1 entrant" : `${count} entrants`),
  "screen.tables": "Tables",
  "screen.byes": "Sitting out: {names}",
  "screen.stale": "The service does not answer. This is the last known state.",
  "screen.before": "Previous page",
  "screen.after": "Next page",
  "screen.sheet": "{sheet} of {sheets}",
  "screen.pause": "Pause",
  "screen.go_on": "Resume",
  "screen.full": "Full screen",
};
