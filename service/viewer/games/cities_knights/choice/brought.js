/** The result of a command's dry run, as short statements in the user's language. */

import { t } from "../../../words/words.js";
import { countsInWords } from "../box.js";

/** @typedef {{kind: "points" | "lost" | "cards" | "cost" | "road" | "barrier", text: string}} Statement */

/** @param {{preview: any, barrier: boolean}} dryRun the dry run's result
 * @param {any} components
 * @returns {Statement[]}
 */
export function brought({ preview: { points = 0, cards = {}, road_length: road = 0 }, barrier }, components) {
  const cost = countsInWords(components, part(cards, -1));
  const gain = countsInWords(components, part(cards, 1));
  /** @type {Statement[]} */
  const found = [];
  if (points > 0) found.push({ kind: "points", text: t("cities_knights.brings.points", { n: points }) });
  if (points < 0) found.push({ kind: "lost", text: t("cities_knights.brings.points.lost", { n: -points }) });
  if (gain) found.push({ kind: "cards", text: t("cities_knights.brings.cards", { cards: gain }) });
  if (cost) found.push({ kind: "cost", text: t("cities_knights.brings.cost", { cards: cost }) });
  if (road) found.push({ kind: "road", text: t(road > 0 ? "cities_knights.brings.road" : "cities_knights.brings.road.lost", { n: Math.abs(road) }) });
  if (barrier) found.push({ kind: "barrier", text: t("cities_knights.brings.barrier") });
  return found;
}

/** Returns the counts above zero, or those below it, without their sign.
 * @param {Record<string, number>} cards
 * @param {1 | -1} sign
 */
const part = (cards, sign) => Object.fromEntries(Object.entries(cards).flatMap(([kind, n]) => (n * sign > 0 ? [[kind, n * sign]] : [])));
