/** The result of an answer's dry run, as short statements in the user's language. */

import { joinList, t } from "../../../words/words.js";
import { cardOf, named } from "../box.js";
import { amounts, cardTexts } from "../effects.js";

/** @typedef {{kind: "points" | "favour" | "cards" | "city" | "tile" | "cost" | "bonus" | "owned" | "match" | "differ", text: string, symbol?: string, n?: number, held?: [kind: string, n: number][]}} Statement `n` of the symbol, or of points; `held` is all that is owned */

/** @param {any} preview the dry run's result
 * @param {any} command
 * @param {any} components
 * @param {any} seat the view of the player's seat
 * @returns {Statement[]}
 */
export function brought(preview, command, components, seat) {
  if (command.t === "choose-display") return [owned(preview, components)];
  if (command.t === "play-cards") return [...played(preview, command, components, seat), owned(preview, components)];
  const paid = (command.discards?.length ?? 0) + (command.bonus_discards?.length ?? 0);
  /** @type {Statement[]} */
  const cost = paid ? [{ kind: "cost", text: t("katharina.brings.paid", { n: paid }) }] : [];
  const gains = outcome(preview, components, seat);
  /** @type {Statement[]} */
  const nothing = gains.length ? [] : [{ kind: "points", text: t("katharina.brings.nothing") }];
  return [...gains, ...nothing, ...missed(preview, command, components, seat), ...cost];
}

/** Returns statements about the points, favour, cards and residence of an outcome.
 * @param {any} gain a preview of an answer, or the `performance` in that preview
 * @param {any} components
 * @param {any} seat
 * @returns {Statement[]}
 */
function outcome(gain, components, seat) {
  /** @type {Statement[]} */
  const found = [];
  if (gain.city) found.push({ kind: "city", text: t("katharina.brings.residence", { city: named(components, "city", gain.city) }), symbol: "house" });
  if (gain.tile) found.push({ kind: "tile", text: t("katharina.brings.tile", { good: named(components, "symbol", gain.tile) }), symbol: gain.tile });
  if (gain.points) found.push({ kind: "points", text: t("katharina.brings.points", { n: gain.points, lost: gain.lost_cards ?? 0 }), n: gain.points });
  if (gain.favour) found.push({ kind: "favour", text: climbed(gain.favour, components, seat.favour), symbol: "favour", n: gain.favour });
  if (gain.drawn) found.push({ kind: "cards", text: t("katharina.brings.cards", { n: gain.drawn }), symbol: "card", n: gain.drawn });
  return found;
}

/** @param {number} steps @param {any} components @param {number} from */
function climbed(steps, components, from) {
  const to = components.track[Math.min(from + steps, components.track.length - 1)];
  const before = components.track[from];
  const key = to.hand_limit > before.hand_limit ? "katharina.brings.favour.limit" : "katharina.brings.favour";
  return t(key, { n: steps, step: to.index, limit: to.hand_limit });
}

/**
 * @param {any} preview
 * @param {any} command
 * @param {any} components
 * @param {any} seat
 * @returns {Statement[]}
 */
function played(preview, command, components, seat) {
  if (!preview.colours_match) {
    return [{ kind: "differ", text: t("katharina.brings.differ") }, ...outcome(preview, components, seat)];
  }
  const above = seat.action_row[command.slot] ?? command.action;
  const { name } = cardTexts(above, components);
  const performance = preview.performance ?? {};
  if (!performance.possible) return [{ kind: "differ", text: t("katharina.brings.impossible", { name }) }];
  /** @type {Statement[]} */
  const found = [{ kind: "match", text: t("katharina.brings.match", { name }) }, ...outcome(performance, components, seat)];
  if (performance.sites?.length) {
    const cities = performance.sites.map((/** @type {string} */ city) => named(components, "city", city));
    found.push({ kind: "city", text: t("katharina.brings.site", { cities: joinList(cities, "disjunction") }), symbol: "house" });
  }
  if (performance.bonus) found.push({ kind: "bonus", text: t("katharina.brings.with_bonus") });
  if (performance.cost) found.push({ kind: "cost", text: t("katharina.brings.cost", { n: performance.cost }) });
  if (performance.bonus_cost) {
    const gain = t(`katharina.bonus.gain.${cardOf(components, above).action}`);
    found.push({ kind: "bonus", text: t("katharina.brings.bonus_cost", { n: performance.bonus_cost, gain }) });
  }
  return found;
}

/** Returns a statement that the bonus is included or missed, if the card has one.
 * @param {any} preview
 * @param {any} command
 * @param {any} components
 * @param {any} seat
 * @returns {Statement[]}
 */
function missed(preview, command, components, seat) {
  if (command.t !== "resolve" || !command.perform) return [];
  if (preview.bonus) return [{ kind: "bonus", text: t("katharina.brings.with_bonus") }];
  const needs = cardOf(components, seat.prompt?.card)?.needs;
  return needs ? [{ kind: "bonus", text: t("katharina.brings.without_bonus") }] : [];
}

/** @param {any} preview @param {any} components @returns {Statement} */
function owned(preview, components) {
  const symbols = { ...preview.goods, cannon: preview.cannons ?? 0, book: preview.books ?? 0 };
  const all = amounts(components, symbols);
  return { kind: "owned", held: Object.entries(symbols).filter(([, n]) => n > 0), text: all.length ? t("katharina.brings.owned", { symbols: joinList(all) }) : t("katharina.brings.owned.nothing") };
}
