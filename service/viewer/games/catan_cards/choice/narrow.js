/** Narrowing down: what was picked so far, which of the listed commands that leaves, and which one it makes. */

/** @typedef {Record<string, any> & {t: string}} Command */
/** What was picked, by field. @typedef {Record<string, any>} Picked */

/** The fields a person fills in, in this order; `site` is a slot of the axis, with its side where there is one. */
const ORDER = ["card", "knight", "against", "demand", "number", "site", "side", "above", "below", "region", "give", "source", "into", "take", "put", "stack", "under", "search", "scout", "drop"];
/** Fields that are left as they are unless somebody wants them. */
export const OPTIONAL = new Set(["search", "scout", "drop"]);

/** The value of a command in a field, null where it has none.
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

/** The commands that agree with what was picked.
 * @param {readonly Command[]} options
 * @param {Picked} picks
 * @returns {Command[]}
 */
export const left = (options, picks) => options.filter((command) => Object.entries(picks).every(([field, value]) => valueOf(command, field) === value));

/** What may be picked now, in the order in which it is asked, and the command that is left; a field comes when those before it are settled.
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

/** The picks with one more; it takes back itself, and what does not go together with it.
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
