/** Narrows the listed commands by the picks so far, down to a single command. */

/** @typedef {Record<string, any> & {t: string}} Command */
/** A pick: a field of a command, and one value in it. @typedef {[field: string, value: any]} Picked */

/** The fields that a player fills in, in this order. */
const ORDER = ["seat", "start", "corner", "corners", "edge", "rebuild", "hex", "hexes", "track", "deck", "kind", "give", "take", "red", "yellow", "level", "card", "cards", "none"];
/** Fields that hold several values. */
const SEVERAL = new Set(["corners", "hexes", "cards"]);
/** Fields that are a place on the island, with the kind of place. @type {Record<string, import("./pick.js").PlaceKind>} */
export const PLACES = { start: "corners", corner: "corners", corners: "corners", edge: "edges", rebuild: "edges", hex: "hexes", hexes: "hexes" };

/** Returns the values of a command's field. It has none for the played card and the bought track, which the tool implies.
 * @param {Command} command
 * @param {string} field
 * @returns {any[]}
 */
export function valuesOf(command, field) {
  if (field === "none") return isNone(command) ? [true] : [];
  if (field === "card" && /^(play|spend)-/.test(command.t)) return [];
  if (field === "track" && command.t === "buy-level") return [];
  const value = command[field];
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  return typeof value === "object" ? Object.keys(value) : [value];
}

/** Returns whether a command declines its question.
 * @param {Command} command
 */
export const isNone = (command) => /^(take-resource|give-commodity|place-deserter|take-progress|build-free-road)$/.test(command.t) && Object.keys(command).length === 1;

/** Returns the commands that agree with the picks.
 * @param {readonly Command[]} options
 * @param {readonly Picked[]} picks
 * @returns {Command[]}
 */
export const left = (options, picks) => options.filter((command) => picks.every(([field, value]) => valuesOf(command, field).includes(value)));

/** Returns the command that the picks make; null if something is missing.
 * @param {readonly Command[]} options
 * @param {readonly Picked[]} picks
 * @returns {Command | null}
 */
export function answer(options, picks) {
  const rest = left(options, picks);
  if (rest.length === 1) return rest[0];
  if (!picks.length) return null;
  const whole = rest.filter((command) => ORDER.reduce((sum, field) => sum + valuesOf(command, field).length, 0) === picks.length);
  return whole.find((command) => inOrder(command, picks)) ?? whole[0] ?? null;
}

/** @param {Command} command @param {readonly Picked[]} picks */
const inOrder = (command, picks) => [...SEVERAL].every((field) => valuesOf(command, field).join() === picked(picks, field).join());

/** Returns the picked values of a field.
 * @param {readonly Picked[]} picks
 * @param {string} field
 * @returns {any[]}
 */
export const picked = (picks, field) => picks.filter(([name]) => name === field).map(([, value]) => value);

/** Returns the picks with one more pick. A repeated pick is taken back.
 * @param {readonly Command[]} options
 * @param {readonly Picked[]} picks
 * @param {string} field
 * @param {any} value
 * @returns {Picked[]}
 */
export function choose(options, picks, field, value) {
  if (picked(picks, field).includes(value)) return picks.filter(([name, other]) => name !== field || other !== value);
  let kept = SEVERAL.has(field) ? [...picks] : picks.filter(([name]) => name !== field);
  const with_ = () => /** @type {Picked[]} */ ([...kept, [field, value]]);
  while (kept.length && !left(options, with_()).length) {
    const after = kept.findLastIndex(([name]) => ORDER.indexOf(name) > ORDER.indexOf(field));
    const same = kept.findIndex(([name]) => name === field);
    kept.splice(after >= 0 ? after : Math.max(same, 0), 1);
  }
  return left(options, with_()).length ? with_() : [...picks];
}

/** Returns the possible values of each open field, in order. A field opens once those before it are settled.
 * @param {readonly Command[]} options
 * @param {readonly Picked[]} picks
 * @returns {{field: string, values: any[]}[]}
 */
export function fieldsOf(options, picks) {
  const found = [];
  for (const [index, field] of ORDER.entries()) {
    const before = picks.filter(([name]) => ORDER.indexOf(name) < index);
    const rest = left(options, before);
    const more = SEVERAL.has(field) ? left(rest, picks.filter(([name]) => name === field)) : rest;
    const open = distinct(more, field).filter((value) => !picked(picks, field).includes(value));
    const values = open.length ? [...picked(picks, field), ...open] : distinct(rest, field);
    if (!values.length) continue;
    found.push({ field, values });
    const settled = picked(picks, field).length > 0 || (values.length === 1 && rest.every((command) => valuesOf(command, field).length));
    const skippable = rest.some((command) => !isNone(command) && !valuesOf(command, field).length) && field !== "none";
    if (!settled && !skippable) {
      if (rest.some(isNone)) found.push({ field: "none", values: [true] });
      return found;
    }
  }
  return found;
}

/** @param {readonly Command[]} options @param {string} field @returns {any[]} */
const distinct = (options, field) => [...new Set(options.flatMap((command) => valuesOf(command, field)))];

/** Returns the first field that still needs a pick, or null.
 * @param {readonly Command[]} options
 * @param {readonly Picked[]} picks
 * @returns {string | null}
 */
export function missing(options, picks) {
  if (answer(options, picks)) return null;
  return fieldsOf(options, picks).find(({ field, values }) => field !== "none" && !(values.length === 1 && !SEVERAL.has(field)) && (SEVERAL.has(field) ? values.some((value) => !picked(picks, field).includes(value)) : !picked(picks, field).length))?.field ?? null;
}
