/** Narrows a seat's options by the picks so far, to find the values that can still be picked. */

/** One pick: a field of the command, and its value or one member of it. Picks keep their order.
 * @typedef {[field: string, value: any]} Picked
 * @typedef {Record<string, any>} Command
 * @typedef {{field: string, n: number}} Missing
 */

const SETS = new Set(["cards", "discards", "bonus_discards"]);
/** @type {Record<string, any>} */
const UNSAID = { city: null, bonus: false, discards: [], bonus_discards: [] };
/** The fields that take a card of the hand, in the order in which clicks fill them.
 * @type {Record<string, string[]>}
 */
const PLACES = {
  "choose-display": ["cards"],
  "play-cards": ["action", "activation"],
  resolve: ["discards", "bonus_discards"],
  "build-or-pass": [],
};
/** @type {Record<string, string[]>} */
const FIELDS = {
  "choose-display": ["cards"],
  "play-cards": ["action", "activation", "slot"],
  resolve: ["perform", "discards", "city", "bonus", "bonus_discards"],
  "build-or-pass": ["city"],
};

/** Returns the value of a command's field, or the field's default.
 * @param {Command} command
 * @param {string} field
 */
export const said = (command, field) => command[field] ?? UNSAID[field];

/** Returns the pick in a field: one value (undefined if none), or the members of a set.
 * @param {Picked[]} picks
 * @param {string} field
 * @returns {any}
 */
export function picked(picks, field) {
  const values = picks.filter(([name]) => name === field).map(([, value]) => value);
  return SETS.has(field) ? values : values[0];
}

/** Returns the options that agree with every pick.
 * @param {readonly Command[]} options
 * @param {Picked[]} picks
 * @returns {Command[]}
 */
export const left = (options, picks) => options.filter((command) => picks.every((pick) => agrees(command, pick)));

/** Returns the command that the picks lead to: the only one that remains, or the only one without an unrequested bonus.
 * @param {readonly Command[]} options
 * @param {Picked[]} picks
 * @returns {Command | null}
 */
export function answer(options, picks) {
  const rest = meant(left(options, picks), picks);
  if (rest.length !== 1) return null;
  const order = picked(picks, "cards");
  return order.length === rest[0].cards?.length ? { ...rest[0], cards: order } : rest[0];
}

/** Returns the fields that still need a pick; for a set, with the number missing.
 * @param {readonly Command[]} options
 * @param {Picked[]} picks
 * @returns {Missing[]}
 */
export function missing(options, picks) {
  const rest = meant(left(options, picks), picks);
  if (rest.length < 2) return [];
  const fields = FIELDS[rest[0].t] ?? [];
  const first = fields.find((field) => field === "perform" && rest.some((command) => command.perform !== rest[0].perform));
  if (first) return [{ field: first, n: 1 }];
  return fields.flatMap((field) => {
    const same = rest.every((command) => String(said(command, field)) === String(said(rest[0], field)));
    if (same) return [];
    return [{ field, n: SETS.has(field) ? said(rest[0], field).length - picked(picks, field).length : 1 }];
  });
}

/** Returns whether a value can be picked in a field, regardless of the field's current pick.
 * @param {readonly Command[]} options
 * @param {Picked[]} picks
 * @param {string} field
 * @param {any} value
 */
export function may(options, picks, field, value) {
  const others = picks.filter(([name]) => name !== field);
  return options.some((command) => agrees(command, [field, value]) && others.every((pick) => agrees(command, pick)));
}

/** Returns the picks with one more value, or without it if it was already picked. Older picks stay if they agree with it.
 * @param {readonly Command[]} options
 * @param {Picked[]} picks
 * @param {string} field
 * @param {any} value
 * @returns {Picked[]}
 */
export function choose(options, picks, field, value) {
  if (picked(picks, field) === value) return picks.filter(([name]) => name !== field && !depends(name, field));
  /** @type {Picked[]} */
  let kept = [[field, value]];
  if (!left(options, kept).length) return picks;
  for (const pick of picks) {
    if (pick[0] === field) continue;
    const next = /** @type {Picked[]} */ ([...kept.slice(0, -1), pick, [field, value]]);
    if (left(options, next).length) kept = next;
  }
  return kept;
}

/** Returns the picks after a click on a hand card: it fills the first free place, or is taken back;
 * if all places are full, it replaces the card picked last.
 * @param {readonly Command[]} options
 * @param {Picked[]} picks
 * @param {string} card
 * @returns {Picked[]}
 */
export function chooseCard(options, picks, card) {
  const places = PLACES[options[0]?.t] ?? [];
  const was = picks.find(([field, value]) => places.includes(field) && value === card);
  if (was) return withoutBonus(picks.filter((pick) => pick !== was), was[0]);
  const open = picks.filter(([field, value]) => !(field === "perform" && value === false));
  for (const field of places) {
    if (!SETS.has(field) && picked(open, field) !== undefined) continue;
    const next = /** @type {Picked[]} */ ([...open, [field, card]]);
    if (left(options, next).length) return next;
  }
  for (const field of [...places].reverse()) {
    const last = open.findLast(([name]) => name === field);
    const next = /** @type {Picked[]} */ ([...open.filter((pick) => pick !== last), [field, card]]);
    if (last && left(options, next).length) return next;
  }
  return picks;
}

/** Returns the picks with a card in a given place; if it was in another place, the two cards swap.
 * @param {readonly Command[]} options
 * @param {Picked[]} picks
 * @param {string} field
 * @param {string} card
 * @returns {Picked[]}
 */
export function place(options, picks, field, card) {
  const from = picks.find(([, value]) => value === card)?.[0];
  const there = picked(picks, field);
  if (from === field) return picks;
  const others = picks.filter(([name, value]) => name !== field && value !== card);
  /** @type {Picked[]} */
  const next = from && there ? [...others, [from, there], [field, card]] : [...others, [field, card]];
  return left(options, next).length ? next : picks;
}

/** Returns the picks with a card at a place of the opening row, from 0; the card that was there moves on.
 * @param {readonly Command[]} options
 * @param {Picked[]} picks
 * @param {string} card
 * @param {number} at
 * @returns {Picked[]}
 */
export function lay(options, picks, card, at) {
  const others = picked(picks, "cards").filter((/** @type {string} */ one) => one !== card);
  const cards = [...others.slice(0, at), card, ...others.slice(at)].slice(0, options[0].cards.length);
  const next = cards.map((one) => /** @type {Picked} */ (["cards", one]));
  return left(options, next).length ? next : picks;
}

/** Returns the picks without the last one.
 * @param {Picked[]} picks
 * @returns {Picked[]}
 */
export function takeBack(picks) {
  const last = picks[picks.length - 1];
  return last ? withoutBonus(picks.slice(0, -1), last[0]) : picks;
}

/** Returns the picks that lead to a command.
 * @param {Command} command
 * @returns {Picked[]}
 */
export function picksOf(command) {
  return (FIELDS[command.t] ?? []).flatMap((field) => {
    const value = said(command, field);
    if (SETS.has(field)) return value.map((/** @type {string} */ one) => [field, one]);
    if (field === "bonus" && !value) return [];
    if (field === "city" && value === null && command.t === "resolve") return [];
    return [[field, value]];
  });
}

/** Returns whether two commands are the same answer; the order matters in a display, but not in a set.
 * @param {Command | null | undefined} one
 * @param {Command | null | undefined} other
 */
export function same(one, other) {
  if (!one || !other || one.t !== other.t) return one === other;
  return FIELDS[one.t].every((field) => {
    const [a, b] = [said(one, field), said(other, field)];
    if (!SETS.has(field)) return a === b;
    return field === "cards" ? String(a) === String(b) : String([...a].sort()) === String([...b].sort());
  });
}

/** @param {Command} command @param {Picked} pick */
function agrees(command, [field, value]) {
  const there = said(command, field);
  return SETS.has(field) ? there.includes(value) : there === value;
}

/** @param {Command[]} rest @param {Picked[]} picks */
function meant(rest, picks) {
  const wanted = picks.some(([field]) => field === "bonus" || field === "bonus_discards");
  return wanted || rest.length < 2 ? rest : rest.filter((command) => !command.bonus);
}

/** @param {string} name @param {string} field */
const depends = (name, field) => (field === "bonus" && name === "bonus_discards") || (field === "perform" && name !== "perform");

/** Drops the pick of a bonus if no cards are left to pay for it.
 * @param {Picked[]} picks
 * @param {string} taken
 */
const withoutBonus = (picks, taken) =>
  taken === "bonus_discards" && !picked(picks, "bonus_discards").length ? picks.filter(([field]) => field !== "bonus") : picks;
