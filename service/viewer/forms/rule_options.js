/** The rules section of the form that opens a match: a preset and, folded away, every single option. */

import { html } from "../dom.js";
import { t } from "../words/words.js";
import { groupByHeading, presetName, valueText } from "./option_words.js";
import { findDifferences, presetOf } from "./presets.js";
import { applicableFields, draftOf } from "./schema.js";
import { SchemaForm } from "./schema_form.js";

/**
 * @typedef {import("./schema.js").Field} Field
 * @typedef {import("./option_words.js").Words} Words
 * @typedef {{field: Field, presets: import("./presets.js").Presets, words: Words, draft: any, value: any, at: string, faults: Record<string, string>, onChange: (draft: any) => void}} Props
 */

/** The rules of a match. A game without presets has few options, so they are all shown at once.
 * @param {Props} props
 */
export function RuleOptions(props) {
  const { field, presets, draft, at, faults, onChange } = props;
  if (Object.keys(presets).length === 0) return html`<${SchemaForm} field=${field} top draft=${draft} at=${at} faults=${faults} onChange=${onChange} />`;
  return html`<${Preset} ...${props} /><${AllOptions} ...${props} />`;
}

/** @param {Props} props */
function Preset({ field, presets, words, value, at, onChange }) {
  const chosen = presetOf(field, presets, value);
  const help = chosen === null ? t("lobby.preset.own.help") : words.preset_help?.[chosen];
  const id = `${at}-preset`;
  return html`<div class="lobby-field">
    <label for=${id}>${t("lobby.preset")}</label>
    <select id=${id} aria-describedby=${`${id}-help`} onChange=${(/** @type {any} */ event) => event.target.value && onChange(draftOf(field, presets[event.target.value]))}>
      ${chosen === null && html`<option value="" selected>${t("lobby.preset.own")}</option>`}
      ${Object.keys(presets).map((one) => html`<option key=${one} value=${one} selected=${one === chosen}>${presetName(one, words)}</option>`)}
    </select>
    <p id=${`${id}-help`} class="lobby-help" hidden=${!help}>${help}</p>
  </div>`;
}

/** @param {Props} props */
function AllOptions({ field, words, draft, value, at, faults, onChange }) {
  const changed = findDifferences(field, value).map((one) => one.field.name);
  return html`<details class="lobby-singles">
    <summary>${t("lobby.options.all")} <span class="soft">· ${t("lobby.options.changed", { count: changed.length })}</span></summary>
    ${groupByHeading({ ...field, fields: applicableFields(field, value) }, words).map(({ heading, fields }) => html`<fieldset key=${heading} class="lobby-part-of-options">
      ${heading && html`<legend>${heading}</legend>`}
      ${fields.map((one) => html`<${SchemaForm} key=${one.name} field=${changed.includes(one.name) ? withDefaultInHelp(one) : one} draft=${draft[one.name]} at=${`${at}.${one.name}`}
        faults=${faults} onChange=${(/** @type {any} */ inner) => onChange({ ...draft, [one.name]: inner })} />`)}
    </fieldset>`)}
  </details>`;
}

/** Adds the default value to the help of a changed option.
 * @param {Field} field
 * @returns {Field}
 */
function withDefaultInHelp(field) {
  const usual = t("lobby.option.usual", { value: valueText(field, field.initial) });
  return { ...field, help: [field.help, usual].filter(Boolean).join(" ") };
}

/** Scrolls to the field at a path and focuses it. Opens the section that hides it.
 * @param {string} at
 */
export function focusField(at) {
  const place = document.getElementById(at);
  for (let folded = place?.closest("details"); folded; folded = folded.parentElement?.closest("details")) folded.open = true;
  place?.focus();
}
