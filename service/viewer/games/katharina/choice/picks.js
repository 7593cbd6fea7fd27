/** The possible picks on the table: hand cards, slots of the player's display, cities on the map. */

import { t } from "../../../words/words.js";
import { cardOf, named } from "../box.js";
import { cardTexts } from "../effects.js";
import { chooseCard, left, may, picked } from "./narrow.js";

/**
 * @typedef {import("./narrow.js").Picked} Picked
 * @typedef {import("./narrow.js").Command} Command
 * @typedef {import("../pickable.js").Pick} Pick
 * @typedef {import("../pickable.js").Shown} Shown
 */

/** @type {Record<string, [state: "chosen" | "chosen-2", mark: string]>} */
const PLACED = { cards: ["chosen", ""], action: ["chosen", "→"], activation: ["chosen-2", "↓"], discards: ["chosen", "−"], bonus_discards: ["chosen-2", "−"] };

/** @param {readonly Command[]} options
 * @param {Picked[]} picks
 * @param {any} components
 * @param {any} seat the view of the player's seat, with its hand
 * @param {import("./brought.js").Statement[]} statements what the complete answer gives
 * @returns {Shown}
 */
export function shownPicks(options, picks, components, seat, statements) {
  const tag = options[0]?.t;
  const playing = tag === "play-cards";
  const laid = picked(picks, "cards");
  const places = cities(options, picks, components);
  const pays = options.some((one) => one.discards?.length) || picks.some(([field]) => field.startsWith("bonus"));
  return {
    cards: cards(options, picks, components, seat.hand),
    slots: playing ? slots(options, picks, components, seat.action_row) : {},
    cities: places,
    folds: Object.keys(places).length === 0 ? null : pays ? "row" : "hand",
    row: playing ? { state: picked(picks, "action") ? "chosen" : "legal", label: t("katharina.pick.row") } : undefined,
    opening: options[0]?.cards?.map((/** @type {string} */ _, /** @type {number} */ nth) => ({ state: laid[nth] ? "chosen" : "legal", label: t("katharina.pick.opening", { n: nth + 1 }) })),
    gives: statements.flatMap(({ kind, n, symbol }) => (n || kind === "city" || kind === "tile" ? [{ kind, n, symbol: symbol ?? "" }] : [])),
    plan: {
      cards: laid,
      action: picked(picks, "action") ?? null,
      activation: picked(picks, "activation") ?? null,
      slot: picked(picks, "slot") ?? null,
    },
  };
}

/** @param {readonly Command[]} options @param {Picked[]} picks @param {any} components @param {string[]} hand */
function cards(options, picks, components, hand) {
  const tag = options[0]?.t;
  /** @type {Record<string, Pick>} */
  const found = {};
  if (tag === "build-or-pass" || !options.some((command) => command.cards || command.action || command.discards?.length || command.bonus)) return found;
  hand.forEach((id, index) => {
    const { name } = cardTexts(id, components);
    const key = index < 9 ? String(index + 1) : undefined;
    const field = picks.find(([where, value]) => value === id && where in PLACED)?.[0];
    if (field) {
      const [state, sign] = PLACED[field];
      const mark = field === "cards" ? String(picked(picks, "cards").indexOf(id) + 1) : sign;
      found[id] = { state, mark, key, label: t("katharina.pick.card.chosen", { name, where: t(`katharina.pick.place.${field}`) }) };
    } else {
      const legal = chooseCard(options, picks, id) !== picks;
      found[id] = { state: legal ? "legal" : "off", key, label: t(legal ? "katharina.pick.card" : "katharina.pick.card.off", { name }) };
    }
  });
  return found;
}

/** @param {readonly Command[]} options @param {Picked[]} picks @param {any} components @param {string[]} row */
function slots(options, picks, components, row) {
  const action = picked(picks, "action");
  const activation = picked(picks, "activation");
  const colour = activation && cardOf(components, activation).colour;
  /** @type {Record<number, Pick>} */
  const found = {};
  for (const slot of new Set(options.map((command) => command.slot))) {
    const above = row[slot] ?? action;
    const match = colour && above ? cardOf(components, above).colour === colour : undefined;
    const name = above ? cardTexts(above, components).name : t("katharina.pick.new_card");
    const says = match === undefined ? "" : ` ${t(match ? "katharina.pick.match" : "katharina.pick.no_match")}`;
    found[slot] = {
      state: picked(picks, "slot") === slot ? "chosen" : may(options, picks, "slot", slot) ? "legal" : "off",
      label: t("katharina.pick.slot", { n: slot + 1, name }) + says,
      ...(match === undefined ? {} : { match }),
    };
  }
  return found;
}

/** @param {readonly Command[]} options @param {Picked[]} picks @param {any} components */
function cities(options, picks, components) {
  const chosen = picked(picks, "city");
  const only = left(options, picks).filter((command) => command.perform !== false);
  const settled = only.length && only.every((command) => command.city === only[0].city) ? only[0].city : undefined;
  /** @type {Record<string, Pick>} */
  const found = {};
  for (const { id } of components.cities) {
    if (!options.some((command) => command.city === id)) continue;
    const state = (chosen ?? settled) === id ? "chosen" : "legal";
    found[id] = { state, label: t(state === "chosen" ? "katharina.pick.city.chosen" : "katharina.pick.city", { city: named(components, "city", id) }) };
  }
  return found;
}
