/** A small invented game for the tests of the replay: seats seal, then everything is shown. */

export const game = /** @type {import("../../service/viewer/types.d.ts").Game} */ (
  /** @type {unknown} */ ({
    duration: (/** @type {any} */ line) => ({ sealed: 0, asked: 0, revealed: 2, played: 1, round: 1 })[/** @type {"sealed"} */ (line.key)],
    mark: (/** @type {any} */ line) => (line.key === "revealed" ? "reveal" : null),
    turn: (/** @type {any} */ line) => line.key === "played",
    round: (/** @type {any} */ line) => line.key === "round",
    sentence: (/** @type {any} */ line) => `it ${line.key}`,
    points: (/** @type {any} */ view) => view.points,
  })
);

/** Lines by version, from words like "sealed:0".
 * @param {string} words
 * @returns {import("../../service/viewer/timeline/steps.js").Lines}
 */
export function lines(words) {
  const all = words.split(" ").map((word) => {
    const [key, seat] = word.split(":");
    return seat === undefined ? { key } : { key, seat: Number(seat) };
  });
  return { first: 0, last: all.length, line: (version) => all[version - 1] ?? null };
}
