/** A field for a date and time in the user's time zone. */

import { html } from "../dom.js";
import { Field } from "./field.js";

/** @param {{at: string, label: string, help?: string, value: string | null, onChange: (value: string | null) => void, fault?: string | undefined}} props `value` in the format of RFC 3339 */
export function MomentField({ at, label, help, value, onChange, fault }) {
  return html`<${Field} at=${at} label=${label} help=${help} fault=${fault} input=${(/** @type {any} */ same) => html`<input ...${same} type="datetime-local"
    value=${value ? localTime(value) : ""} onChange=${(/** @type {any} */ event) => onChange(event.target.value ? new Date(event.target.value).toISOString() : null)} />`} />`;
}

/** Converts a moment to a local time as the field has it: "2026-11-28T19:00".
 * @param {string} moment
 * @returns {string}
 */
function localTime(moment) {
  const at = new Date(moment);
  return new Date(at.getTime() - 60_000 * at.getTimezoneOffset()).toISOString().slice(0, 16);
}
