/** The highlighted places of the table: those that can be picked for the open field, and cards with an action. */

import { t } from "../../../words/words.js";
import { regionName } from "../box.js";
import { choices, exchanged } from "./forms.js";
import { valueOf } from "./narrow.js";
import { nothing } from "./pick.js";
import { stepText, toolName, valueText } from "./says.js";

/** @typedef {import("./pick.js").Picks} Picks */

/** For each field, the place on the table that shows a value. @type {Record<string, (value: any) => string>} */
const WHERE = {
  card: (id) => `card:${id}`,
  knight: (id) => `card:${id}`,
  against: (id) => `card:${id}`,
  take: (id) => `card:${id}`,
  put: (id) => `card:${id}`,
  site: (site) => (String(site).includes(":") ? `site:${site}` : `slot:${site}`),
  above: (id) => `region:${id}`,
  below: (id) => `region:${id}`,
  region: (id) => `region:${id}`,
  source: (id) => `region:${id}`,
  into: (id) => `region:${id}`,
  give: (id) => `region:${id}`,
  stack: (n) => `stack:${n}`,
  under: (n) => `stack:${n}`,
};

/** The fields whose values are places of the principalities. */
const ON_BOARD = new Set(["site", "above", "below", "region", "source", "into"]);

/** Returns whether everything that is asked can be picked on one principality.
 * @param {{field: string, values: any[]}[]} fields
 * @param {any} seat the view of the player's seat
 */
export const isOnBoard = (fields, seat) => fields.length > 0 && fields.every(({ field, values }) => ON_BOARD.has(field) && values.every((id) => id !== null && (field === "site" || id in seat.regions === values[0] in seat.regions)));

/** Returns the possible picks on the table now.
 * @param {any} props
 * @returns {Picks}
 */
export function lit(props) {
  const { tools, tool, fields, acts, components, seat, acting, filled, made, payment, paid } = props;
  const picks = nothing();
  const add = (/** @type {string} */ key, /** @type {"legal" | "chosen"} */ state, /** @type {string} */ label, /** @type {() => void} */ act) =>
    picks.set(key, { state, label, act, stop: picks.size === 0 });
  for (const { field, values, chosen } of fields) {
    const where = WHERE[field];
    if (!where) continue;
    for (const value of values) {
      if (value === null) continue;
      const text = t(value === chosen ? "catan_cards.pick.chosen" : "catan_cards.pick", { step: stepText(tool.options[0].t, field), what: valueText(field, value, props, tool.options[0].t) });
      add(where(value), value === chosen ? "chosen" : "legal", text, () => acts.set(field, value));
    }
  }
  // A single place need not be picked, but is still shown.
  for (const [field, where] of Object.entries(WHERE)) {
    const value = made && field !== "card" ? valueOf(made, field) : null;
    if (value !== null && !picks.has(where(value))) add(where(value), "chosen", valueText(field, value, props, made.t), () => {});
  }
  if (payment && paid) {
    for (const id of choices(payment, components, seat)) {
      const instead = (seat.regions[id]?.stored ?? 0) > paid.filter((/** @type {string} */ one) => one === id).length ? exchanged(paid, id, payment, components) : null;
      if (picks.has(`region:${id}`) || !(instead || paid.includes(id))) continue;
      add(`region:${id}`, paid.includes(id) ? "chosen" : "legal", t("catan_cards.pay.by", { region: regionName(components, id) }), () => instead && acts.pay(instead));
    }
  }
  if (tool?.form?.t === "layout" && filled) {
    for (const [at, id] of filled.regions.entries()) {
      const label = t("catan_cards.layout.place", { place: t(`catan_cards.layout.${components.positions[at]}`), region: regionName(components, id) });
      const act = () => acts.fill(filled.held ? swapped(filled, filled.held, id) : { held: id });
      picks.set(`region:${id}`, { state: filled.held === id ? "chosen" : "legal", label, act, stop: at === 0, drag: { onto: ".cc-region[data-pick]", drop: (place) => place?.dataset.region && acts.fill(swapped(filled, id, place.dataset.region)) } });
    }
  }
  if (tool?.form?.t === "cards" && filled) {
    for (const id of tool.form.among) {
      const on = filled.cards.includes(id);
      add(`card:${id}`, on ? "chosen" : "legal", valueText("card", id, props, ""), () => acts.fill(toggled(tool.form, filled, id)));
    }
  }
  // A card that is being built is shown at its place, from where it can be dragged to another.
  for (const [key, place] of tool?.card && tool.options[0].t === "build-card" ? picks : []) {
    if (place.state === "chosen" && /^(site|slot):/.test(key)) Object.assign(place, { card: tool.card, drag: draggedTo(tool, true, acts) });
  }
  if (acting) {
    for (const one of tools) {
      const place = one.card ? `card:${one.card}` : one.id.replace("draw.", "stack:");
      if (!/^(card|stack):/.test(place) || picks.has(place)) continue;
      add(place, tool === one ? "chosen" : "legal", toolName(one, components), () => acts.open(one.id));
      if (seat.hand?.includes(one.card)) Object.assign(picks.get(place) ?? {}, { drag: draggedTo(one, tool === one, acts) });
    }
  }
  return picks;
}

/** The places onto which a card of the hand is dragged. */
const ONTO = ".cc-axis [data-pick]";

/** Returns how a card of the hand is dragged: lifting it opens its tool, and dropping it clicks the place. A drop elsewhere leaves the places marked.
 * @param {import("./tools.js").Tool} tool
 * @param {boolean} open whether the tool is open already
 * @param {any} acts
 * @returns {import("../../drag.js").Drag}
 */
function draggedTo({ id }, open, acts) {
  return {
    onto: ONTO,
    lift: () => void (open || acts.open(id)),
    drop: (place, at) => {
      if (place?.dataset.pick === "legal") place.click();
      else if (at?.closest(".cc-hand")) acts.close();
      else if (!place && document.querySelector(ONTO)) acts.miss();
    },
    cancel: () => void (open || acts.close()),
  };
}

/** Returns a layout in which two regions have changed places.
 * @param {import("./forms.js").Filled} filled
 * @param {string} one
 * @param {string} other
 */
export const swapped = ({ regions }, one, other) => ({ held: null, regions: regions.map((id) => (id === one ? other : id === other ? one : id)) });

/** Returns a form for cards with one more card chosen, or one fewer.
 * @param {import("./tools.js").CardsForm} form
 * @param {import("./forms.js").Filled} filled
 * @param {string} id
 */
export function toggled(form, filled, id) {
  const at = filled.cards.indexOf(id);
  const without = (/** @type {any[]} */ list, /** @type {number} */ i) => list.filter((_, n) => n !== i);
  if (at >= 0) return { cards: without(filled.cards, at), stacks: form.stack ? filled.stacks : without(filled.stacks, at) };
  const full = filled.cards.length >= form.count;
  const cards = [...(full ? filled.cards.slice(1) : filled.cards), id];
  if (form.stack || !form.stacks) return { cards };
  const stacks = [...(full ? filled.stacks.slice(1) : filled.stacks), filled.stacks.at(-1) ?? form.stacks[0]];
  return { cards, stacks };
}
