/** Presets of a game's options: which one a form or a match follows, and how it differs. */

import { draftOf, valueOf } from "./schema.js";

/**
 * @typedef {import("./schema.js").Field} Field
 * @typedef {Record<string, Record<string, any>>} Presets by name; each contains only what differs from the defaults
 * @typedef {{field: Field, value: any}} Difference an option and its different value
 */

/** Returns all options, with defaults for those that were not given.
 * @param {Field} field
 * @param {any} [given]
 * @returns {any}
 */
export const fillDefaults = (field, given) => valueOf(field, draftOf(field, given)).value;

/** Returns the options whose values differ from those of another set of options.
 * @param {Field} field
 * @param {any} value
 * @param {any} [other] by default, the default values
 * @returns {Difference[]}
 */
export function findDifferences(field, value, other = fillDefaults(field)) {
  const fields = (field.fields ?? []).filter((one) => JSON.stringify(value?.[one.name]) !== JSON.stringify(other?.[one.name]));
  return fields.map((one) => ({ field: one, value: value?.[one.name] }));
}

/** Returns the preset that has exactly these values, or null.
 * @param {Field} field
 * @param {Presets} presets
 * @param {any} value
 * @returns {string | null}
 */
export function presetOf(field, presets, value) {
  const { preset, others } = closestPreset(field, presets, value);
  return others.length === 0 ? preset : null;
}

/** Returns the closest preset, the first of several, and the differences. The preset is null if the game has none.
 * @param {Field} field
 * @param {Presets} presets
 * @param {any} value
 * @returns {{preset: string | null, others: Difference[]}}
 */
export function closestPreset(field, presets, value) {
  const ways = Object.entries(presets).map(([preset, given]) => ({ preset, others: findDifferences(field, value, fillDefaults(field, given)) }));
  const [nearest] = ways.sort((one, other) => one.others.length - other.others.length);
  return nearest ?? { preset: null, others: findDifferences(field, value) };
}
