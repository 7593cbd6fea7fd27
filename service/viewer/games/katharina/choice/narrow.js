/** Narrowing what a seat may answer: from all its options and what is picked so far, what can still be picked. */

/** One thing that is picked: a field of the command, and its value or one member of it. Picks are kept in their order.
 * @typedef {[field: string, value: any]} Picked
 * @typedef {Record<string, any>} Command
 * @typedef {{field: string, n: number}} Missing
 */

const SETS = new Set(["cards", "discards", "bonus_discards"]);
/** @type {Record<string, any>} */
const UNSAID = { city: null, bonus: false, discards: [], bonus_discards: [] };
/** Where a card of the hand can go, in the order in which clicks fill these places.
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

/** What a command says in a field; what it leaves out is what it means.
 * @param {Command} command
 * @param {string} field
 */
export const said = (command, field) => command[field] ?? UNSAID[field];

/** What is picked in a field: one value (undefined without), or the members of a set.
 * @param {Picked[]} picks
 * @param {string} field
 * @returns {any}
 */
export function picked(picks, field) {
  const values = picks.filter(([name]) => name === field).map(([, value]) => value);
  return SETS.has(field) ? values : values[0];
}

/** The options that agree with everything that is picked.
 * @param {readonly Command[]} options
 * @param {Picked[]} picks
 * @returns {Command[]}
 */
export const left = (options, picks) => options.filter((command) => picks.every((pick) => agrees(command, pick)));

/** The command that the picks amount to: the only one left, or the only one left without a bonus nobody asked for.
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

/** What has yet to be picked, field by field; for a set, how many more.
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

/** Whether a value can be picked in a field, whatever is picked there now.
 * @param {readonly Command[]} options
 * @param {Picked[]} picks
 * @param {string} field
 * @param {any} value
 */
export function may(options, picks, field, value) {
  const others = picks.filter(([name]) => name !== field);
  return options.some((command) => agrees(command, [field, value]) && others.every((pick) => agrees(command, pick)));
}

/** Picks after one more value, or without it where it was picked; older picks stay where they agree with it.
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

/** Picks after a click on a card of the hand: it goes to the first place that is free for it, or is taken back;
 * where all places are full, it takes that of the card picked last.
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

/** Picks with a card in a certain place; if it was in another one, the two change places.
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

/** Picks after whatever was picked last is taken back.
 * @param {Picked[]} picks
 * @returns {Picked[]}
 */
export function takeBack(picks) {
  const last = picks[picks.length - 1];
  return last ? withoutBonus(picks.slice(0, -1), last[0]) : picks;
}

/** The picks that lead to a command.
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

/** Whether two commands are the same answer; the order of a set does not matter, but that of a display does.
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

/** A bonus that nothing is paid for any more is not wanted any more.
 * @param {Picked[]} picks
 * @param {string} taken
 */
const withoutBonus = (picks, taken) =>
  taken === "bonus_discards" && !picked(picks, "bonus_discards").length ? picks.filter(([field]) => field !== "bonus") : picks;
