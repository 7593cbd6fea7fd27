/** The result of a command's dry run, as short statements in the user's language. */

import { joinList, t } from "../../../words/words.js";
import { countsInWords, named, regionName } from "../box.js";

/** @typedef {{kind: string, text: string}} Statement */

/** @param {{preview: any, barrier: boolean}} dryRun the dry run's result
 * @param {any} components
 * @returns {Statement[]}
 */
export function brought({ preview, barrier }, components) {
  const { resources = {}, cards = 0, production = {}, sheltered = [], lacks } = preview ?? {};
  const part = (/** @type {1 | -1} */ sign) => countsInWords(components, Object.fromEntries(Object.entries(resources).flatMap(([kind, n]) => (n * sign > 0 ? [[kind, n * sign]] : []))));
  const signed = (/** @type {number} */ n) => `${n > 0 ? "+" : "−"}${Math.abs(n)}`;
  /** @type {Statement[]} */
  const found = [];
  for (const [id, n] of Object.entries(production)) found.push({ kind: "points", text: t("catan_cards.brings.production", { region: regionName(components, id), n }) });
  if (sheltered.length) found.push({ kind: "points", text: t("catan_cards.brings.sheltered", { regions: joinList(sheltered.map((/** @type {string} */ id) => regionName(components, id))) }) });
  if (lacks) {
    const [word, of] = lacks.split(" ");
    const region = components.regions.find((/** @type {{kind: string}} */ { kind }) => kind === (of ?? word));
    found.push({ kind: "lost", text: t(`catan_cards.brings.lacks.${region && !of ? "region" : word}`, { region: region && named(components, "region", region.type) }) });
  }
  for (const [kind, name] of [["points", "vp"], ["strength", "strength"], ["commerce", "commerce"], ["tournament", "tournament"], ["stars", "stars"]]) {
    const n = preview?.[kind] ?? 0;
    if (n) found.push({ kind: n > 0 ? "points" : "lost", text: t("catan_cards.brings.total", { n: signed(n), what: named(components, "point", name) }) });
  }
  if (part(1)) found.push({ kind: "cards", text: t("catan_cards.brings.gain", { what: part(1) }) });
  if (part(-1)) found.push({ kind: "cost", text: t("catan_cards.brings.cost", { what: part(-1) }) });
  if (cards) found.push({ kind: cards > 0 ? "cards" : "barrier", text: t("catan_cards.brings.hand", { n: signed(cards) }) });
  if (barrier) found.push({ kind: "barrier", text: t("catan_cards.brings.barrier") });
  return found;
}
