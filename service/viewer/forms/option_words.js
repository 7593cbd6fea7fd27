/** A game's options in the words of its box, where it has them, and in those of their schema elsewhere. */

import { language, t } from "../words/words.js";
import { spoken } from "../ui/game_name.js";

/**
 * @typedef {import("./schema.js").Field} Field
 * @typedef {Record<string, Record<string, string>>} Words by kind and id: `option`, `option_help`, `option_value`, `option_heading`, `preset`, `preset_help`
 */

/** The words of a box in a language.
 * @param {any} components
 * @param {string} [spoken] the one of the reader, if it is not given
 * @returns {Words}
 */
export const wordsOf = (components, spoken = language()) => components?.names?.[spoken] ?? {};

/** The options as fields that are called what the box calls them.
 * @param {Field} field
 * @param {Words} words
 * @returns {Field}
 */
export function worded(field, words) {
  return { ...field, fields: (field.fields ?? []).map((one) => option(one, words)) };
}

/** @param {Field} field @param {Words} words @returns {Field} */
function option(field, words) {
  const { name } = field;
  const choices = field.choices?.map((choice) => ({ ...choice, label: words.option_value?.[`${name}.${choice.value}`] ?? choice.label }));
  return { ...field, label: words.option?.[name] ?? field.label, help: words.option_help?.[name] ?? field.help, ...(choices && { choices }) };
}

/** The options under their headings, in their own order; those before the first heading have none.
 * @param {Field} field
 * @param {Words} words
 * @returns {{heading: string, fields: Field[]}[]}
 */
export function parts(field, words) {
  /** @type {{heading: string, fields: Field[]}[]} */
  const found = [];
  for (const one of field.fields ?? []) {
    const heading = words.option_heading?.[one.name];
    if (heading !== undefined || found.length === 0) found.push({ heading: heading ?? "", fields: [] });
    found.at(-1)?.fields.push(one);
  }
  return found;
}

/** What a preset is called.
 * @param {string} preset
 * @param {Words} words
 * @returns {string}
 */
export const presetName = (preset, words) => words.preset?.[preset] ?? spoken(preset);

/** A value of an option in words.
 * @param {Field} field
 * @param {any} value
 * @returns {string}
 */
export function valueText(field, value) {
  if (typeof value === "boolean") return t(`lobby.option.${value ? "yes" : "no"}`);
  const choice = field.choices?.find((one) => one.value === value);
  if (choice) return choice.label;
  if (value === undefined || value === null) return t("lobby.option.none");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
