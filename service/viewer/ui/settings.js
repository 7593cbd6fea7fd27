/** Settings that the user has made in this browser. */

import { writeStored, readStored } from "../storage.js";

/** Returns the value of a setting, or its default.
 * @template T
 * @param {string} name
 * @param {T} usual
 * @returns {T}
 */
export function readSetting(name, usual) {
  try {
    const found = readStored(`chronik.${name}`);
    return found === null ? usual : JSON.parse(found);
  } catch {
    return usual;
  }
}

/** Saves a setting. Null removes it.
 * @param {string} name
 * @param {any} value
 */
export const saveSetting = (name, value) => writeStored(`chronik.${name}`, value === null ? null : JSON.stringify(value));
