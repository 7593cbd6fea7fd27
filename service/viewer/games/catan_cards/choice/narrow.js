/** Narrows the listed commands by the picks so far, down to a single command. */

/** @typedef {Record<string, any> & {t: string}} Command */
/** The picks by field. @typedef {Record<string, any>} Picked */

/** The fields that a player fills in, in this order; `site` is a slot of the axis, with its side if it has one. */
const ORDER = ["card", "knight", "against", "demand", "number", "site", "side", "above", "below", "region", "give", "source", "into", "take", "put", "stack", "under", "search", "scout", "drop"];
/** Fields that keep their value unless the player changes them. */
export const OPTIONAL = new Set(["search", "scout", "drop"]);

/** Returns the value of a command's field, or null.
 * @param {Command} command
 * @param {string} field
 * @returns {any}
 */
export function valueOf(command, field) {
  const { slot, side } = command;
  if (field === "site") return slot === undefined ? null : side ? `${slot}:${side}` : `${slot}`;
  if (field === "side") return slot === undefined ? (side ?? null) : null;
  const value = command[field];
  return value === undefined || typeof value === "object" ? null : value;
}

/** Returns the commands that agree with the picks.
 * @param {readonly Command[]} options
 * @param {Picked} picks
 * @returns {Command[]}
 */
export const left = (options, picks) => options.filter((command) => Object.entries(picks).every(([field, value]) => valueOf(command, field) === value));

/** Returns the open fields in order, and the only remaining command, if there is one. A field opens once those before it are settled.
 * @param {readonly Command[]} options
 * @param {Picked} picks
 * @returns {{fields: {field: string, values: any[], chosen: any}[], command: Command | null, missing: string | null}}
 */
export function narrowed(options, picks) {
  let rest = [...options];
  const fields = [];
  for (const field of ORDER) {
    const values = [...new Set(rest.map((command) => valueOf(command, field)))];
    if (values.length < 2) continue;
    const settled = field in picks && values.includes(picks[field]);
    const chosen = settled ? picks[field] : OPTIONAL.has(field) && values.includes(null) ? null : undefined;
    fields.push({ field, values, chosen });
    if (chosen === undefined) return { fields, command: null, missing: field };
    rest = rest.filter((command) => valueOf(command, field) === chosen);
  }
  return { fields, command: rest[0] ?? null, missing: null };
}

/** Returns the picks with one more pick. A repeated pick is taken back, and picks that conflict with the new one are dropped.
 * @param {readonly Command[]} options
 * @param {Picked} picks
 * @param {string} field
 * @param {any} value
 * @returns {Picked}
 */
export function choose(options, picks, field, value) {
  if (field in picks && picks[field] === value) {
    const { [field]: _, ...others } = picks;
    return others;
  }
  /** @type {Picked} */
  let kept = { [field]: value };
  for (const one of ORDER) {
    if (one === field || !(one in picks)) continue;
    const more = { ...kept, [one]: picks[one] };
    if (left(options, more).length) kept = more;
  }
  return kept;
}
