/** Words: every visible string by its key, in the language of the reader. */

import { useEffect, useState } from "../dom.js";

/** @typedef {import("../types.d.ts").Sentences} Sentences */

export const LANGUAGES = /** @type {const} */ (["en", "de", "nl"]);
const KEPT = "chronik.language";

/** @typedef {(language: string) => Promise<Sentences>} Book where the words of an area, or of a game, are found */

/** @type {Record<string, Sentences>} */
const dictionaries = { en: {}, de: {}, nl: {} };
/** What has to be known in every language that is spoken. @type {Set<Book>} */
const books = new Set();
/** The books that were read, by language. @type {Map<string, Map<Book, Promise<void>>>} */
const known = new Map();
/** @type {Set<() => void>} */
const listeners = new Set();
let current = chosen();

/** The language that is spoken now: "en", "de" or "nl".
 * @returns {string}
 */
export const language = () => current;

/** A string in the language of the reader. A key that nobody has put into words comes back as it is.
 * @param {string} key
 * @param {Record<string, any>} [params] what stands for `{name}` in the string; of `{one|many}` the first where `count` is 1
 * @returns {string}
 */
export function t(key, params = {}) {
  const words = dictionaries[current][key] ?? dictionaries.en[key];
  if (words === undefined) return key;
  for (const name in params) if (turns(params[name])) params = { ...params, [name]: isolated(params[name]) };
  if (typeof words === "function") return words(params);
  return words.replace(/\{([^{}|]+)(?:\|([^{}]+))?\}/g, (whole, name, many) => (many ? (params.count === 1 ? name : many) : name in params ? String(params[name]) : whole));
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** What goes from right to left, so that it turns nothing around it; everything else as it is.
 * @template T
 * @param {T} said
 * @returns {T}
 */
export const isolated = (said) => (turns(said) ? /** @type {any} */ (`\u2068${said}\u2069`) : said);

/** @param {any} said */
const turns = (said) => typeof said === "string" && RIGHT_TO_LEFT.test(said) && !said.startsWith("\u2068");

/** A list in words, without the comma before the last one that part of English writes: "Ada, Ben and Cleo".
 * @param {string[]} items
 * @param {"conjunction" | "disjunction" | "unit"} [type]
 * @returns {string}
 */
export function listed(items, type = "conjunction") {
  const key = `${current} ${type}`;
  const format = formats.get(key) ?? new Intl.ListFormat(current === "en" ? "en-GB" : current, { type });
  formats.set(key, format);
  return format.format(items.map(isolated));
}

/** By language and type: one takes long to make. @type {Map<string, Intl.ListFormat>} */
const formats = new Map();

/** Learns the words of a book in the language that is spoken, and in every one that will be.
 * @param {Book} book
 */
export function learn(book) {
  books.add(book);
  return taught(current, book);
}

/** The words of an area of the shell.
 * @type {(area: string) => Book}
 */
const shelf = (area) => async (wanted) => (await import(`./${wanted}/${area}.js`)).default;
/** @type {Map<string, Book>} */
const areas = new Map();

/** Learns the words of some areas of the shell.
 * @param {...string} wanted "common", "lobby", …
 */
export async function learnAreas(...wanted) {
  for (const area of wanted) if (!areas.has(area)) areas.set(area, shelf(area));
  await Promise.all(wanted.map((area) => learn(/** @type {Book} */ (areas.get(area)))));
}

/**
 * @param {string} wanted
 * @param {Book} book
 * @returns {Promise<void>}
 */
function taught(wanted, book) {
  const read = known.get(wanted) ?? new Map();
  known.set(wanted, read);
  if (!read.has(book)) {
    const reading = book(wanted).then((words) => void Object.assign(dictionaries[wanted], words));
    reading.catch(() => read.delete(book));
    read.set(book, reading);
  }
  return read.get(book);
}

/** Speaks a language from now on, once all that was learned is known in it.
 * @param {string} [wanted]
 */
export async function speak(wanted = current) {
  // A part of the page that comes in meanwhile learns its own words in the language that is spoken still.
  for (let known = -1; known < books.size; ) {
    known = books.size;
    await Promise.all([...books].map((book) => taught(wanted, book)));
  }
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
