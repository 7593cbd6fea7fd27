/** Texts of a game's options: the game's own if it has them, otherwise those of the schema. */

import { language, joinList, t } from "../words/words.js";
import { readableName } from "../ui/game_name.js";

/**
 * @typedef {import("./schema.js").Field} Field
 * @typedef {Record<string, Record<string, string>>} Words by kind and id: `option`, `option_help`, `option_value`, `option_heading`, `preset`, `preset_help`
 */

/** Returns a game's option texts in a language.
 * @param {any} components
 * @param {string} [spoken] by default, the current language
 * @returns {Words}
 */
export const optionTexts = (components, spoken = language()) => components?.names?.[spoken] ?? {};

/** Returns the options with the game's labels, help texts and choices.
 * @param {Field} field
 * @param {Words} words
 * @returns {Field}
 */
export function withTexts(field, words) {
  return { ...field, fields: (field.fields ?? []).map((one) => optionWithTexts(one, words)) };
}

/** @param {Field} field @param {Words} words @returns {Field} */
function optionWithTexts(field, words) {
  const { name, fields } = field;
  const choices = field.choices?.map((choice) => ({ ...choice, label: choiceName(field, choice, words) }));
  return {
    ...field,
    label: words.option?.[name] ?? field.label,
    help: words.option_help?.[name] ?? field.help,
    ...(choices && { choices }),
    ...(field.kind === "seats" && fields && { fields: fields.map((one) => optionWithTexts(one, words)) }),
  };
}

/** @param {Field} field @param {import("./schema.js").Choice} choice @param {Words} words */
function choiceName(field, choice, words) {
  const named = field.names ? words[field.names]?.[choice.value] : words.option_value?.[`${field.name}.${choice.value}`];
  return named ?? choice.label;
}

/** Groups options by heading, in their order. Options before the first heading get no heading.
 * @param {Field} field
 * @param {Words} words
 * @returns {{heading: string, fields: Field[]}[]}
 */
export function groupByHeading(field, words) {
  /** @type {{heading: string, fields: Field[]}[]} */
  const found = [];
  for (const one of field.fields ?? []) {
    const heading = words.option_heading?.[one.name];
    if (heading !== undefined || found.length === 0) found.push({ heading: heading ?? "", fields: [] });
    found.at(-1)?.fields.push(one);
  }
  return found;
}

/** Returns the name of a preset.
 * @param {string} preset
 * @param {Words} words
 * @returns {string}
 */
export const presetName = (preset, words) => words.preset?.[preset] ?? readableName(preset);

/** Returns the text of an option's value.
 * @param {Field} field
 * @param {any} value
 * @returns {string}
 */
export function valueText(field, value) {
  if (field.kind === "seats") return joinList((field.fields ?? []).map((one, seat) => valueText(one, value?.[seat])), "unit");
  if (typeof value === "boolean") return t(`lobby.option.${value ? "yes" : "no"}`);
  const choice = field.choices?.find((one) => one.value === value);
  if (choice) return choice.label;
  if (value === undefined || value === null) return t("lobby.option.none");
  return String(value);
}
