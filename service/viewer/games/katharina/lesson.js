/** The lesson of Katharina: the first decade against one opponent. If several moments fit, the last one counts. */

/** @param {number} round */
const plays = (round) => (/** @type {import("../../types.d.ts").LessonNow} */ { view, tag }) => view.decade === 1 && view.round === round && tag === "play-cards";

/** @type {import("../../types.d.ts").LessonMoment[]} */
export const moments = [
  { key: "start", pages: 3, at: ".ka-hand", on: ({ view }) => view.decade === 0 },
  { key: "play", pages: 2, at: ".ka-display, .ka-hand", on: plays(1) },
  { key: "resolve", on: ({ tag }) => tag === "resolve" },
  { key: "residence", pages: 2, at: ".ka-map", on: plays(2) },
  { key: "favour", pages: 2, at: ".ka-track", on: plays(3) },
  { key: "scoring", pages: 2, at: ".ka-others", on: plays(4) },
  { key: "books", at: ".ka-map", on: ({ tag }) => tag === "build-or-pass" },
  { key: "end", on: ({ view }) => view.decade > 1 },
];
