/** Form fields with a label, a help text and an error message. */

import { html } from "../dom.js";

/** A labelled form field. `at` is its id and the path by which the service names it in a refusal.
 * @param {{at: string, label: string, help?: string, fault?: string | undefined, input: (same: Record<string, any>) => any}} props
 */
export function Field({ at, label, help = "", fault, input }) {
  const text = fault || help;
  return html`<div class="lobby-field">
    <label for=${at}>${label}</label>
    ${input({ id: at, "aria-invalid": fault ? "true" : null, "aria-describedby": text ? `${at}-help` : null })}
    ${text && html`<p id=${`${at}-help`} class=${fault ? "lobby-fault" : "lobby-help"} role=${fault ? "alert" : null}>${text}</p>`}
  </div>`;
}

/** A number field.
 * @param {{at: string, label: string, value: string, onChange: (value: string) => void, min?: number, max?: number, step?: string, help?: string, fault?: string | undefined}} props
 */
export function NumberField({ at, label, value, onChange, min = 0, max, step = "1", help, fault }) {
  return html`<${Field} at=${at} label=${label} help=${help} fault=${fault} input=${(/** @type {any} */ same) => html`<input ...${same} type="number"
    inputmode="numeric" min=${min} max=${max} step=${step} value=${value} onInput=${(/** @type {any} */ event) => onChange(event.target.value)} />`} />`;
}

/** A field with a few choices.
 * @param {{at: string, label: string, value: any, choices: [any, string][], onChange: (value: any) => void, help?: string, fault?: string | undefined}} props
 */
export function ChoiceField({ at, label, value, choices, onChange, help, fault }) {
  return html`<${Field} at=${at} label=${label} help=${help} fault=${fault} input=${(/** @type {any} */ same) => html`<select ...${same}
    onChange=${(/** @type {any} */ event) => onChange(choices[event.target.selectedIndex]?.[0])}>
    ${choices.map(([one, text]) => html`<option key=${one} value=${one} selected=${one === value}>${text}</option>`)}
  </select>`} />`;
}

/** A checkbox with a help text.
 * @param {{at: string, label: string, help: string, value: boolean, onChange: (value: boolean) => void}} props
 */
export function TickField({ at, label, help, value, onChange }) {
  return html`<label class="lobby-check"><input id=${at} type="checkbox" checked=${value}
    onChange=${(/** @type {any} */ event) => onChange(event.target.checked)} /><span><b>${label}</b><small>${help}</small></span></label>`;
}
