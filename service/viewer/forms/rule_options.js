/** The rules of a match to be opened: a preset to begin with, and behind it every single option. */

import { html } from "../dom.js";
import { t } from "../words/words.js";
import { parts, presetName, valueText } from "./option_words.js";
import { differing, presetOf } from "./presets.js";
import { draftOf } from "./schema.js";
import { SchemaForm } from "./schema_form.js";

/**
 * @typedef {import("./schema.js").Field} Field
 * @typedef {import("./option_words.js").Words} Words
 * @typedef {{field: Field, presets: import("./presets.js").Presets, words: Words, draft: any, value: any, at: string, faults: Record<string, string>, onChange: (draft: any) => void}} Props
 */

/** A game without presets has few options, which all stand in the open.
 * @param {Props} props
 */
export function RuleOptions(props) {
  const { field, presets, draft, at, faults, onChange } = props;
  if (Object.keys(presets).length === 0) return html`<${SchemaForm} field=${field} top draft=${draft} at=${at} faults=${faults} onChange=${onChange} />`;
  return html`<${Preset} ...${props} /><${Singles} ...${props} />`;
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
function Singles({ field, words, draft, value, at, faults, onChange }) {
  const changed = differing(field, value).map((one) => one.field.name);
  return html`<details class="lobby-singles">
    <summary>${t("lobby.options.all")} <span class="soft">· ${t("lobby.options.changed", { count: changed.length })}</span></summary>
    ${parts(field, words).map(({ heading, fields }) => html`<fieldset key=${heading} class="lobby-part-of-options">
      ${heading && html`<legend>${heading}</legend>`}
      ${fields.map((one) => html`<${SchemaForm} key=${one.name} field=${changed.includes(one.name) ? reminding(one) : one} draft=${draft[one.name]} at=${`${at}.${one.name}`}
        faults=${faults} onChange=${(/** @type {any} */ inner) => onChange({ ...draft, [one.name]: inner })} />`)}
    </fieldset>`)}
  </details>`;
}

/** An option that was changed says in its help what is usual.
 * @param {Field} field
 * @returns {Field}
 */
function reminding(field) {
  const usual = t("lobby.option.usual", { value: valueText(field, field.initial) });
  return { ...field, help: [field.help, usual].filter(Boolean).join(" ") };
}

/** Brings the field at a place to whoever uses the form, even out of what is folded.
 * @param {string} at
 */
export function shown(at) {
  const place = document.getElementById(at);
  const folded = place?.closest("details");
  if (folded) folded.open = true;
  place?.focus();
}
