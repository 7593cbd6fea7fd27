/** Words of the screen for the wall, in English. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "screen.title": "screen for the wall",
  "screen.people": ({ count }) => (count === 1 ? "1 takes part" : `${count} take part`),
  "screen.tables": "Tables",
  "screen.byes": "Sitting out: {names}",
  "screen.stale": "The service does not answer; this is how it was.",
  "screen.before": "Sheet before",
  "screen.after": "Next sheet",
  "screen.sheet": "{sheet} of {sheets}",
  "screen.pause": "Stop turning",
  "screen.go_on": "Go on turning",
  "screen.full": "Whole screen",
  "screen.clock.played": "played for",
  "screen.clock.left": "time left",
  "screen.clock.over": "over time",
};
