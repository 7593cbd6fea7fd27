/** The one field by which a guest becomes a player. */

import { html } from "../dom.js";
import { Problem } from "../api/api.js";
import { t } from "../words/words.js";
import { LONGEST_NAME } from "./people.js";

/** Nobody can sit down without a name. */
class Nameless extends Error {}

/** The name that was typed; without one, the field is where to go on.
 * @param {string} id of the field
 * @param {string} name
 * @returns {string}
 */
export function namedIn(id, name) {
  if (name.trim()) return name;
  document.getElementById(id)?.focus();
  throw new Nameless();
}

/** What is wrong with a name, when it is the name that was refused.
 * @param {unknown} trouble
 * @returns {string}
 */
export function nameFault(trouble) {
  if (trouble instanceof Nameless) return t("lobby.name.needed");
  return trouble instanceof Problem && trouble.members.at === "$.name" ? t("lobby.name.fault") : "";
}

/** @param {{id: string, value: string, onChange: (name: string) => void, fault?: string, first?: boolean}} props `first`: a dialog begins here */
export function NameField({ id, value, onChange, fault = "", first = false }) {
  return html`<div class="lobby-field">
    <label for=${id}>${t("lobby.name")}</label>
    <input id=${id} type="text" autocomplete="nickname" autofocus=${first} spellcheck=${false} maxlength=${LONGEST_NAME} required value=${value}
      aria-invalid=${fault ? "true" : null} aria-describedby=${`${id}-help`} onInput=${(/** @type {any} */ event) => onChange(event.target.value)} />
    <p id=${`${id}-help`} class=${fault ? "lobby-fault" : "lobby-help"} role=${fault ? "alert" : null}>${fault || t("lobby.name.help")}</p>
  </div>`;
}
