/** A form for a game's options, drawn from their JSON Schema. */

import { html } from "../dom.js";
import { t } from "../words/words.js";
import { applicableFields, valueOf } from "./schema.js";

/**
 * @typedef {import("./schema.js").Field} Field
 * @typedef {import("./schema.js").Fault} Fault
 * @typedef {{field: Field, draft: any, at: string, faults: Record<string, string>, onChange: (draft: any) => void, top?: boolean}} Props
 */

/** Returns the error message of a field.
 * @param {Fault} fault
 * @returns {string}
 */
export const faultText = (fault) => t(`lobby.option.${fault.code}`, { limit: fault.limit });

/** The fields of a schema. `faults` are messages by path, and a `top` group has no frame of its own.
 * @param {Props} props
 * @returns {any}
 */
export function SchemaForm(props) {
  const { field } = props;
  if (field.kind === "constant") return null;
  if (field.kind === "group") return props.top ? html`<${Members} ...${props} />` : html`<${Group} ...${props} />`;
  if (field.kind === "seats") return html`<${Seats} ...${props} />`;
  if (field.kind === "either") return html`<${Either} ...${props} />`;
  if (field.kind === "flag") return html`<${Flag} ...${props} />`;
  return html`<${Single} ...${props} />`;
}

/** @param {Props} props */
function Group(props) {
  const { field, at, faults } = props;
  return html`<fieldset class="lobby-group"><legend>${field.label}</legend>${field.help && html`<p
    class="lobby-help">${field.help}</p>`}${faults[at] && html`<p class="lobby-fault" role="alert">${faults[at]}</p>`}<${Members} ...${props} /></fieldset>`;
}

/** @param {Props} props */
function Seats({ field, draft, at, faults, onChange }) {
  return html`<fieldset class="lobby-group lobby-each-seat" id=${at} tabindex="-1"><legend>${field.label}</legend>
    ${field.help && html`<p class="lobby-help">${field.help}</p>`}
    ${faults[at] && html`<p class="lobby-fault" role="alert">${faults[at]}</p>`}
    ${(field.fields ?? []).map((one, seat) => html`<${SchemaForm} key=${seat} field=${{ ...one, label: t("lobby.seat", { number: seat + 1 }) }} draft=${draft[seat]} at=${`${at}[${seat}]`}
      faults=${faults} onChange=${(/** @type {any} */ inner) => onChange(draft.map((/** @type {any} */ other, /** @type {number} */ n) => (n === seat ? inner : other)))} />`)}
  </fieldset>`;
}

/** The fields of a group that apply with the current values.
 * @param {Props} props
 */
function Members({ field, draft, at, faults, onChange }) {
  return html`${applicableFields(field, valueOf(field, draft).value).map((one) => html`<${SchemaForm} key=${one.name} field=${one} draft=${draft[one.name]} at=${`${at}.${one.name}`}
    faults=${faults} onChange=${(/** @type {any} */ inner) => onChange({ ...draft, [one.name]: inner })} />`)}`;
}

/** @param {Props} props */
function Either({ field, draft, at, faults, onChange }) {
  const way = field.fields?.[draft.chosen];
  /** @param {any} inner */
  const onInnerChange = (inner) => onChange({ ...draft, drafts: draft.drafts.map((/** @type {any} */ one, /** @type {number} */ n) => (n === draft.chosen ? inner : one)) });
  return html`<fieldset class="lobby-group"><legend>${field.label}</legend>
    ${field.help && html`<p class="lobby-help">${field.help}</p>`}
    <div class="lobby-ways">
      ${field.empty && html`<label class="lobby-check"><input type="radio" name=${at} checked=${draft.chosen < 0}
        onChange=${() => onChange({ ...draft, chosen: -1 })} /><span>${t("lobby.option.none")}</span></label>`}
      ${(field.fields ?? []).map((one, n) => html`<label key=${n} class="lobby-check"><input type="radio" name=${at} checked=${n === draft.chosen}
        onChange=${() => onChange({ ...draft, chosen: n })} /><span>${one.label}</span></label>`)}
    </div>
    ${way && (way.kind === "group" ? html`<${Members} field=${way} draft=${draft.drafts[draft.chosen]} at=${at} faults=${faults}
      onChange=${onInnerChange} />` : html`<${SchemaForm} field=${way} draft=${draft.drafts[draft.chosen]} at=${at} faults=${faults} onChange=${onInnerChange} />`)}
  </fieldset>`;
}

/** @param {Props} props */
function Flag({ field, draft, at, faults, onChange }) {
  return html`<div class="lobby-field"><label class="lobby-check"><input type="checkbox" checked=${draft} aria-describedby=${`${at}-help`}
    onChange=${(/** @type {any} */ event) => onChange(event.target.checked)} /><span>${field.label}</span></label><${Help} field=${field} at=${at}
    fault=${faults[at]} /></div>`;
}

/** @param {Props} props */
function Single(props) {
  const { field, at, faults } = props;
  return html`<div class="lobby-field"><label for=${at}>${field.label}</label><${Input} ...${props} /><${Help} field=${field} at=${at}
    fault=${faults[at]} /></div>`;
}

/** @param {Props} props */
function Input({ field, draft, at, faults, onChange }) {
  const same = { id: at, "aria-invalid": faults[at] ? "true" : null, "aria-describedby": `${at}-help` };
  /** @param {any} event */
  const onInput = (event) => onChange(event.target.value);
  if (field.kind === "choice") {
    return html`<select ...${same} onChange=${(/** @type {any} */ event) => onChange(Number(event.target.value))}>
      ${field.empty && html`<option value="-1" selected=${draft < 0}>${t("lobby.option.none")}</option>`}
      ${(field.choices ?? []).map((choice, n) => html`<option key=${n} value=${n}
        selected=${n === draft}>${typeof choice.value === "boolean" ? t(`lobby.option.${choice.value ? "yes" : "no"}`) : choice.label}</option>`)}
    </select>`;
  }
  const numeric = field.kind === "number";
  return html`<input ...${same} type=${numeric ? "number" : "text"} step=${numeric ? (field.step ?? (field.whole ? 1 : "any")) : null}
    min=${numeric ? field.min : null} max=${numeric ? field.max : null} maxlength=${numeric ? null : field.max} value=${draft} onInput=${onInput} />`;
}

/** @param {{field: Field, at: string, fault: string | undefined}} props */
function Help({ field, at, fault }) {
  const bounds = field.kind === "number" && field.min !== undefined && field.max !== undefined ? t("lobby.option.bounds", { min: field.min, max: field.max }) : "";
  const text = fault ?? [field.help, bounds].filter(Boolean).join(" ");
  return html`<p id=${`${at}-help`} class=${fault ? "lobby-fault" : "lobby-help"} role=${fault ? "alert" : null} hidden=${!text}>${text}</p>`;
}
