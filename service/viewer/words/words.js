/** Words: every visible string by its key, in the language of the reader. */

import { useEffect, useState } from "../dom.js";

/** @typedef {import("../types.d.ts").Sentences} Sentences */

export const LANGUAGES = /** @type {const} */ (["en", "de", "nl"]);
const AREAS = ["common", "lobby", "match", "replay", "verify"];
const KEPT = "chronik.language";

/** @type {Record<string, Sentences>} */
const dictionaries = { en: {}, de: {}, nl: {} };
/** @type {Set<() => void>} */
const listeners = new Set();
let current = chosen();

/** The language that is spoken now: "en", "de" or "nl".
 * @returns {string}
 */
export const language = () => current;

/** A string in the language of the reader. A key that nobody has put into words comes back as it is.
 * @param {string} key
 * @param {Record<string, any>} [params] what stands for `{name}` in the string
 * @returns {string}
 */
export function t(key, params = {}) {
  const words = dictionaries[current][key] ?? dictionaries.en[key];
  if (words === undefined) return key;
  if (typeof words === "function") return words(params);
  return words.replace(/\{(\w+)\}/g, (whole, name) => (name in params ? String(params[name]) : whole));
}

/** Adds the words of a game.
 * @param {Record<string, Sentences>} words by language
 */
export function learn(words) {
  for (const one of LANGUAGES) Object.assign(dictionaries[one], words[one]);
}

/** Loads the words of the shell in a language, and speaks it from now on.
 * @param {string} [wanted]
 */
export async function speak(wanted = current) {
  const areas = await Promise.all(AREAS.map((area) => import(`./${wanted}/${area}.js`)));
  for (const area of areas) Object.assign(dictionaries[wanted], area.default);
  current = wanted;
  document.documentElement.lang = wanted;
  for (const listener of listeners) listener();
}

/** Speaks a language, and keeps the choice in this browser.
 * @param {string} wanted
 */
export async function choose(wanted) {
  try {
    localStorage.setItem(KEPT, wanted);
  } catch {
    // a browser that keeps nothing speaks it until it is closed
  }
  await speak(wanted);
}

/** Draws a component again when the language changes.
 * @returns {string} the language
 */
export function useLanguage() {
  const [spoken, setSpoken] = useState(current);
  useEffect(() => {
    const heard = () => setSpoken(current);
    listeners.add(heard);
    return () => void listeners.delete(heard);
  }, []);
  return spoken;
}

/** @returns {string} */
function chosen() {
  if (typeof navigator === "undefined") return "en";
  let kept = null;
  try {
    kept = localStorage.getItem(KEPT);
  } catch {
    // nothing is kept
  }
  const wanted = [kept ?? "", ...(navigator.languages ?? [])].map((one) => one.slice(0, 2).toLowerCase());
  return wanted.find((one) => /** @type {readonly string[]} */ (LANGUAGES).includes(one)) ?? "en";
}
