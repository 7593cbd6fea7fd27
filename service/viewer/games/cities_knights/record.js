/** Reads a log of Cities & Knights: its notation, its random draws, and its result. */

import { t } from "../../words/words.js";
import { named } from "./box.js";

export { draws } from "./draws.js";
export { notation } from "./notation.js";

/** Returns points and places by seat, or null if the match was not played to its end.
 * @param {readonly any[]} entries
 * @returns {{points: number[], places: number[]} | null}
 */
export function outcome(entries) {
  const e = entries.at(-2)?.e;
  return e?.t === "finished" ? { points: e.points, places: e.places } : null;
}

/** Returns searchable text about the robber's new hex: its yield, terrain and number.
 * @param {import("../../types.d.ts").Line} line
 * @param {any} view
 * @param {any} components
 * @returns {string}
 */
export function searched(line, view, components) {
  const hex = line.key === "robber-moved" ? line.params?.hex : undefined;
  const terrain = view?.terrain?.[hex];
  if (!terrain) return "";
  const kinds = Object.keys(components.yields[terrain]?.settlement ?? {}).map((kind) => named(components, "kind", kind));
  return t("cities_knights.search.robber", { on: [...kinds, named(components, "terrain", terrain), view.tokens?.[hex] ?? ""].join(" ") });
}
