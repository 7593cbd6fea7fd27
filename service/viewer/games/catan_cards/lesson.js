/** The lesson of the card game: the set-up and three turns. If several moments fit, the last one counts. */

/**
 * @param {number} turn
 * @param {string} phase
 */
const inTurn = (turn, phase) => (/** @type {import("../../types.d.ts").LessonNow} */ { view }) => view.turn === turn && view.phase === phase;

/** Questions that an event or a card of the opponent may ask. */
const ASKED = ["gain", "take", "yield-from", "give", "receive", "choose-unit", "remove-cards", "search-stack", "swap-card", "protect", "choose-target", "shed"];

/** @type {import("../../types.d.ts").LessonMoment[]} */
export const moments = [
  { key: "layout", pages: 3, on: ({ view }) => view.phase === "setup" },
  { key: "stack", on: ({ tag }) => tag === "choose-stack" },
  { key: "hand", on: ({ tag }) => tag === "take-cards" },
  { key: "roll", on: inTurn(1, "roll") },
  { key: "act", pages: 3, on: inTurn(1, "actions") },
  { key: "draw", on: inTurn(1, "hand") },
  { key: "events", pages: 2, on: inTurn(3, "roll") },
  { key: "cards", pages: 2, on: inTurn(3, "actions") },
  { key: "draw", on: inTurn(3, "hand") },
  { key: "points", on: inTurn(5, "roll") },
  { key: "settle", pages: 2, on: inTurn(5, "actions") },
  { key: "draw", on: inTurn(5, "hand") },
  { key: "region", on: ({ tag }) => tag === "place-region" },
  { key: "asked", on: ({ tag }) => ASKED.includes(tag) },
  { key: "end", on: ({ view }) => view.turn > 5 },
];
