/** What the browser's tab says: the game, and whether the own answer is awaited. */

import { t } from "../words/words.js";

/** @param {{game: string, status: string, own: number | null, waiting: boolean}} props
 * @returns {string}
 */
export function titleOf({ game, status, own, waiting }) {
  if (status === "running" && own !== null && waiting) return `● ${t("match.title.turn")} – ${game}`;
  if (status === "finished") return `${game} – ${t("common.status.finished")} – ${t("common.title")}`;
  return `${game} – ${t("common.title")}`;
}
