/** The content of a form: its initial state, the command that it makes, and the parts that are missing. */

import { kindsOf, regionOf } from "../box.js";

/**
 * @typedef {import("./narrow.js").Command} Command
 * @typedef {import("./tools.js").Form} Form
 * @typedef {import("./tools.js").PaymentForm} PaymentForm
 * `held` is the region of a layout that was picked up
 * @typedef {{cards: string[], stacks: number[], regions: string[], feeling: string | null, held: string | null, give: string[], into: string[], pay: string[], deck: any}} Filled
 */

/** Returns the initial content of a form: for a layout, a payment or an answer to an offer, that of the first listed command; otherwise empty.
 * @param {Form} form
 * @param {readonly Command[]} options
 * @returns {Filled}
 */
export function begun(form, options) {
  /** @type {Filled} */
  const empty = { cards: [], stacks: [], regions: [], feeling: null, held: null, give: [], into: [], pay: [], deck: null };
  const first = options.find((command) => command.t === form.command) ?? null;
  if (!first) return form.t === "layout" ? { ...empty, regions: [...form.regions] } : empty;
  if (form.t === "layout") return { ...empty, regions: [...first.regions], feeling: first.feeling ?? null, cards: [...(first.hand ?? [])] };
  if (form.t === "payment") return { ...empty, pay: [...first.pay] };
  if (form.t === "trade" && form.command === "answer-offer") return { ...empty, give: [...first.give], into: [...first.into] };
  return empty;
}

/** Returns the command that a filled form makes; null if something is missing.
 * @param {Form} form
 * @param {Filled} filled
 * @param {any} components
 * @param {any} prompt
 * @returns {Command | null}
 */
export function formed(form, filled, components, prompt) {
  const { cards, stacks, regions, feeling, give, into, pay, deck } = filled;
  switch (form.t) {
    case "cards":
      if (cards.length !== form.count) return null;
      if (form.stack) return stacks[0] === undefined ? null : { t: form.command, cards, stack: stacks[0] };
      if (!form.stacks) return { t: form.command, cards };
      return cards.every((_, i) => stacks[i] !== undefined) ? { t: form.command, cards, stacks: stacks.slice(0, cards.length) } : null;
    case "layout":
      if (regions.length !== form.regions.length || (form.feeling && !feeling) || cards.length !== (form.count ?? 0)) return null;
      return { t: form.command, regions, ...(form.feeling ? { feeling } : {}), ...(form.count ? { hand: cards } : {}) };
    case "trade": {
      if (!give.length || !into.length || give.length > form.most || into.length > form.most) return null;
      const [given, taken] = [kindsOf(components, give), kindsOf(components, into)];
      if (Object.keys(given).some((kind) => taken[kind])) return null;
      if (form.command === "play-caravan") return give.length === into.length ? { t: form.command, card: form.card, give, into } : null;
      if (form.command === "answer-offer" && !(same(given, kindsOf(components, prompt.into)) && same(taken, kindsOf(components, prompt.give)))) return null;
      return { t: form.command, give, into };
    }
    case "deck":
      return deck;
    case "payment":
      return pays(form, pay, components) ? { t: form.command, pay } : null;
  }
}

/** @param {Record<string, number>} one @param {Record<string, number>} other */
const same = (one, other) => [...new Set([...Object.keys(one), ...Object.keys(other)])].every((kind) => one[kind] === other[kind]);

/** Returns whether a payment from some regions matches a price exactly.
 * @param {PaymentForm} form
 * @param {readonly string[]} pay
 * @param {any} components
 */
export function pays({ price = {}, any = 0 }, pay, components) {
  const paid = kindsOf(components, pay);
  const due = Object.values(price).reduce((sum, count) => sum + count, 0) + any;
  return pay.length === due && Object.entries(price).every(([kind, count]) => (paid[kind] ?? 0) >= count);
}

/** Returns the default payment: each resource from the region that stores the most of it.
 * @param {PaymentForm} form
 * @param {any} components
 * @param {any} seat the view of the player's seat
 * @returns {string[]}
 */
export function canonical({ regions, price = {}, any = 0 }, components, seat) {
  const stored = new Map(regions.map((id) => [id, seat.regions[id]?.stored ?? 0]));
  /** @type {string[]} */
  const pay = [];
  const take = (/** @type {string[]} */ among) => {
    const best = among.reduce((one, other) => ((stored.get(other) ?? 0) > (stored.get(one) ?? 0) ? other : one), among[0]);
    if (best === undefined || !stored.get(best)) return;
    stored.set(best, (stored.get(best) ?? 0) - 1);
    pay.push(best);
  };
  for (const kind of components.kinds) for (let n = 0; n < (price[kind] ?? 0); n += 1) take(regions.filter((id) => regionOf(components, id).kind === kind));
  for (let n = 0; n < any; n += 1) {
    const held = (/** @type {string} */ kind) => regions.reduce((sum, id) => sum + (regionOf(components, id).kind === kind ? (stored.get(id) ?? 0) : 0), 0);
    const most = components.kinds.reduce((/** @type {string} */ one, /** @type {string} */ other) => (held(other) > held(one) ? other : one));
    take(regions.filter((id) => regionOf(components, id).kind === most));
  }
  return pay;
}

/** Returns the regions between which the player can choose when paying: those of a kind that need not all be used up.
 * @param {PaymentForm} form
 * @param {any} components
 * @param {any} seat the view of the player's seat
 * @returns {string[]}
 */
export function choices({ regions, price = {}, any = 0 }, components, seat) {
  const stored = (/** @type {string} */ id) => seat.regions[id]?.stored ?? 0;
  const held = regions.filter((id) => stored(id) > 0);
  if (any) return held;
  return held.filter((id) => {
    const { kind } = regionOf(components, id);
    const alike = held.filter((one) => regionOf(components, one).kind === kind);
    return alike.length > 1 && alike.reduce((sum, one) => sum + stored(one), 0) > (price[kind] ?? 0);
  });
}

/** Returns a payment with one more resource from a region, in place of another resource that pays the same; null if there is none.
 * @param {readonly string[]} pay
 * @param {string} id
 * @param {PaymentForm} form
 * @param {any} components
 * @returns {string[] | null}
 */
export function exchanged(pay, id, { price = {}, any = 0 }, components) {
  const { kind } = regionOf(components, id);
  const paid = kindsOf(components, pay);
  const replaced = pay.findLast((one) => {
    const other = regionOf(components, one).kind;
    return one !== id && (other === kind || (any > 0 && (paid[other] ?? 0) > (price[other] ?? 0)));
  });
  return replaced === undefined ? null : [...counted(pay, replaced, -1), id];
}

/** Returns the list with one more or one fewer of an item.
 * @template T
 * @param {readonly T[]} list
 * @param {T} one
 * @param {1 | -1} by
 * @returns {T[]}
 */
export function counted(list, one, by) {
  if (by > 0) return [...list, one];
  const at = list.lastIndexOf(one);
  return at < 0 ? [...list] : list.filter((_, i) => i !== at);
}
