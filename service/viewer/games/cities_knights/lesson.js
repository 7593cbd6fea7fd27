/** The lesson of Cities & Knights: the set-up and three turns. If several moments fit, the last one counts. */

/**
 * @param {number} turn
 * @param {string} phase
 */
const inTurn = (turn, phase) => (/** @type {import("../../types.d.ts").LessonNow} */ { view }) => view.turn === turn && view.phase === phase;

/** @type {import("../../types.d.ts").LessonMoment[]} */
export const moments = [
  { key: "place", pages: 3, on: ({ view, own }) => view.phase === "setup" && own.settlements === undefined },
  { key: "city", on: ({ view, own }) => view.phase === "setup" && own.settlements !== undefined },
  { key: "roll", on: inTurn(1, "pre-roll") },
  { key: "act", pages: 3, on: inTurn(1, "action") },
  { key: "barbarians", pages: 2, on: inTurn(3, "pre-roll") },
  { key: "levels", pages: 2, on: inTurn(3, "action") },
  { key: "cards", on: inTurn(5, "pre-roll") },
  { key: "goal", pages: 2, on: inTurn(5, "action") },
  { key: "discard", on: ({ tag }) => tag === "discard" },
  { key: "offer", on: ({ tag }) => tag === "answer-offer" },
  { key: "end", on: ({ view }) => view.turn > 5 },
];
