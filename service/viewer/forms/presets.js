/** The presets of a game's options: which one a form or a match follows, and what differs from it. */

import { draftOf, valueOf } from "./schema.js";

/**
 * @typedef {import("./schema.js").Field} Field
 * @typedef {Record<string, Record<string, any>>} Presets by name, each by what differs from the defaults
 * @typedef {{field: Field, value: any}} Differing an option, and what it is instead
 */

/** All options as they are when only these are given.
 * @param {Field} field
 * @param {any} [given]
 * @returns {any}
 */
export const filled = (field, given) => valueOf(field, draftOf(field, given)).value;

/** The options of which one value is not the other's.
 * @param {Field} field
 * @param {any} value
 * @param {any} [other] the defaults, if it is not given
 * @returns {Differing[]}
 */
export function differing(field, value, other = filled(field)) {
  const fields = (field.fields ?? []).filter((one) => JSON.stringify(value?.[one.name]) !== JSON.stringify(other?.[one.name]));
  return fields.map((one) => ({ field: one, value: value?.[one.name] }));
}

/** The preset that these values are, or null where they are rules of one's own.
 * @param {Field} field
 * @param {Presets} presets
 * @param {any} value
 * @returns {string | null}
 */
export function presetOf(field, presets, value) {
  const { preset, others } = followed(field, presets, value);
  return others.length === 0 ? preset : null;
}

/** The preset that these values are closest to, the first of several, and in what they differ; null is the game without presets.
 * @param {Field} field
 * @param {Presets} presets
 * @param {any} value
 * @returns {{preset: string | null, others: Differing[]}}
 */
export function followed(field, presets, value) {
  const ways = Object.entries(presets).map(([preset, given]) => ({ preset, others: differing(field, value, filled(field, given)) }));
  const [nearest] = ways.sort((one, other) => one.others.length - other.others.length);
  return nearest ?? { preset: null, others: differing(field, value) };
}
