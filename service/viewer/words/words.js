/** Texts of the pages: every visible string by its key, in the user's language. */

import { useEffect, useState } from "../dom.js";
import { writeStored, readStored } from "../storage.js";

/** @typedef {import("../types.d.ts").Sentences} Sentences */

export const LANGUAGES = /** @type {const} */ (["en", "de", "nl"]);
const KEY = "chronik.language";

/** @typedef {(language: string) => Promise<Sentences>} WordFile loads the texts of a page area or a game */

/** @type {Record<string, Sentences>} */
const dictionaries = { en: {}, de: {}, nl: {} };
/** Files of texts that must be loaded in each language in use. @type {Set<WordFile>} */
const files = new Set();
/** Loaded files of texts by language. @type {Map<string, Map<WordFile, Promise<void>>>} */
const loaded = new Map();
/** @type {Set<() => void>} */
const listeners = new Set();
let current = initialLanguage();

/** Returns the current language: "en", "de" or "nl".
 * @returns {string}
 */
export const language = () => current;

/** Returns the text for a key in the current language. Falls back to English, then to the key itself.
 * @param {string} key
 * @param {Record<string, any>} [params] replace `{name}` in the text; `{one|many}` becomes its first part if `count` is 1
 * @returns {string}
 */
export function t(key, params = {}) {
  const words = dictionaries[current][key] ?? dictionaries.en[key];
  if (words === undefined) return key;
  for (const name in params) if (isRightToLeft(params[name])) params = { ...params, [name]: isolate(params[name]) };
  if (typeof words === "function") return words(params);
  return words.replace(/\{([^{}|]+)(?:\|([^{}]+))?\}/g, (whole, name, many) => (many ? (params.count === 1 ? name : many) : name in params ? String(params[name]) : whole));
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Isolates right-to-left text so that it does not reorder the text around it. Other values are returned unchanged.
 * @template T
 * @param {T} said
 * @returns {T}
 */
export const isolate = (said) => (isRightToLeft(said) ? /** @type {any} */ (`\u2068${said}\u2069`) : said);

/** @param {any} said */
const isRightToLeft = (said) => typeof said === "string" && RIGHT_TO_LEFT.test(said) && !said.startsWith("\u2068");

/** Joins items into a list without a serial comma: "Ada, Ben and Cleo".
 * @param {string[]} items
 * @param {"conjunction" | "disjunction" | "unit"} [type]
 * @returns {string}
 */
export function joinList(items, type = "conjunction") {
  const key = `${current} ${type}`;
  const format = formats.get(key) ?? new Intl.ListFormat(current === "en" ? "en-GB" : current, { type });
  formats.set(key, format);
  return format.format(items.map(isolate));
}

/** List formats by language and type, cached because they are slow to create. @type {Map<string, Intl.ListFormat>} */
const formats = new Map();

/** Loads a file of texts in the current language, and later in every language that the user chooses.
 * @param {WordFile} book
 */
export function loadWords(book) {
  files.add(book);
  return loadFile(current, book);
}

/** Returns the loader of an area's texts.
 * @type {(area: string) => WordFile}
 */
const areaFile = (area) => async (wanted) => (await import(`./${wanted}/${area}.js`)).default;
/** @type {Map<string, WordFile>} */
const areas = new Map();

/** Loads the texts of some page areas.
 * @param {...string} wanted "common", "lobby", …
 */
export async function loadAreas(...wanted) {
  for (const area of wanted) if (!areas.has(area)) areas.set(area, areaFile(area));
  await Promise.all(wanted.map((area) => loadWords(/** @type {WordFile} */ (areas.get(area)))));
}

/**
 * @param {string} wanted
 * @param {WordFile} book
 * @returns {Promise<void>}
 */
function loadFile(wanted, book) {
  const read = loaded.get(wanted) ?? new Map();
  loaded.set(wanted, read);
  if (!read.has(book)) {
    const reading = book(wanted).then((words) => void Object.assign(dictionaries[wanted], words));
    reading.catch(() => read.delete(book));
    read.set(book, reading);
  }
  return read.get(book);
}

/** Switches to a language once all texts in use are loaded in it.
 * @param {string} [wanted]
 */
export async function setLanguage(wanted = current) {
  // Parts of the page that load in the meantime add files, so this repeats until there are no new ones.
  for (let known = -1; known < files.size; ) {
    known = files.size;
    await Promise.all([...files].map((book) => loadFile(wanted, book)));
  }
  current = wanted;
  document.documentElement.lang = wanted;
  for (const listener of listeners) listener();
}

/** Switches to a language and saves the choice in this browser.
 * @param {string} wanted
 */
export async function chooseLanguage(wanted) {
  writeStored(KEY, wanted);
  await setLanguage(wanted);
}

// The user may choose another language in another tab.
globalThis.addEventListener?.("storage", ({ key, newValue }) => {
  if (key === KEY && newValue) void setLanguage(newValue);
});

/** Returns the language, and redraws when it changes.
 * @returns {string} the language
 */
export function useLanguage() {
  const [spoken, setSpoken] = useState(current);
  useEffect(() => {
    const onChange = () => setSpoken(current);
    listeners.add(onChange);
    return () => void listeners.delete(onChange);
  }, []);
  return spoken;
}

/** @returns {string} */
function initialLanguage() {
  if (typeof navigator === "undefined") return "en";
  const wanted = [readStored(KEY) ?? "", ...(navigator.languages ?? [])].map((one) => one.slice(0, 2).toLowerCase());
  return wanted.find((one) => /** @type {readonly string[]} */ (LANGUAGES).includes(one)) ?? "en";
}
