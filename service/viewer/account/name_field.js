/** The name field with which a guest becomes a player. */

import { html, useState } from "../dom.js";
import { Problem } from "../api/api.js";
import { player } from "../api/player.js";
import { CannotStore, canStore } from "../storage.js";
import { t } from "../words/words.js";
import { errorText } from "../ui/error_notice.js";
import { LONGEST_NAME, guestName } from "./people.js";

/** Suggests a name, so that a guest can play without typing one. */
export const suggestName = () => guestName((number) => t("lobby.guest_name", { number }));

/** An error: no name was typed. */
class Nameless extends Error {}

/** Returns whether the browser cannot store a new player, so that the next page would have forgotten the player. */
const cannotKeepPlayer = () => player() === null && !canStore();

/** Returns the typed name. If there is none, or it cannot be stored, focuses the field and raises an error.
 * @param {string} id of the field
 * @param {string} name
 * @returns {string}
 */
export function requireName(id, name) {
  const fault = cannotKeepPlayer() ? new CannotStore() : name.trim() ? null : new Nameless();
  if (!fault) return name;
  document.getElementById(id)?.focus();
  throw fault;
}

/** Returns the message below the name field if the name was refused, or "".
 * @param {unknown} trouble
 * @returns {string}
 */
export function nameFault(trouble) {
  if (trouble instanceof Nameless) return t("lobby.name.needed");
  if (trouble instanceof CannotStore) return errorText(trouble);
  return trouble instanceof Problem && trouble.members.at === "$.name" ? t("lobby.name.fault") : "";
}

/** @param {{id: string, value: string, onChange: (name: string) => void, fault?: string, first?: boolean}} props `first` if a dialog begins with this field */
export function NameField({ id, value, onChange, fault = "", first = false }) {
  const [lost] = useState(cannotKeepPlayer);
  const said = fault || (lost ? errorText(new CannotStore()) : "");
  return html`<div class="lobby-field">
    <label for=${id}>${t("lobby.name")}</label>
    <input id=${id} type="text" autocomplete="nickname" autofocus=${first} spellcheck=${false} maxlength=${LONGEST_NAME} required value=${value}
      aria-invalid=${fault ? "true" : null} aria-describedby=${`${id}-help`} onFocus=${(/** @type {any} */ event) => event.target.select()} onInput=${(/** @type {any} */ event) => onChange(event.target.value)} />
    <p id=${`${id}-help`} class=${said ? "lobby-fault" : "lobby-help"} role=${said ? "alert" : null}>${said || t("lobby.name.help")}</p>
  </div>`;
}
