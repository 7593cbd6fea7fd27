/** Canonical JSON, profile CJ-1, the only JSON whose bytes are hashed (`domain/engine/proof/FORMAT.md`, section 3). */

import { textOf } from "./bytes.js";

/** The largest size of a command, an event or a manifest in bytes. */
export const MOST_BYTES = 16 * 1024;
export const MOST_IN_A_BATCH = 256 * 1024;
const DEEPEST = 16;

/** Parses stored bytes as CJ-1. Returns undefined if they are not CJ-1. Serialising the result gives the same bytes.
 * @param {Uint8Array} stored
 * @param {number} [most] bytes
 * @returns {Record<string, any> | undefined}
 */
export function parseCanonical(stored, most = MOST_BYTES) {
  if (stored.length > most) return undefined;
  try {
    const text = textOf(stored);
    const value = JSON.parse(text);
    return isObject(value) && isCanonicalValue(value, 1) && JSON.stringify(value) === text ? value : undefined;
  } catch {
    return undefined;
  }
}

/** @param {any} value
 * @returns {boolean}
 */
export const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/**
 * @param {any} value
 * @param {number} depth
 * @returns {boolean}
 */
function isCanonicalValue(value, depth) {
  if (typeof value === "number") return Number.isSafeInteger(value);
  if (typeof value === "string") return !/\p{Surrogate}/u.test(value);
  if (value === null || typeof value === "boolean") return true;
  if (depth > DEEPEST) return false;
  if (Array.isArray(value)) return value.every((member) => isCanonicalValue(member, depth + 1));
  return Object.entries(value).every(([key, member]) => /^[a-z][a-z0-9_]{0,39}$/.test(key) && isCanonicalValue(member, depth + 1));
}

/**
 * A field of a record: its name, a predicate for its value, and its default (if any), with which it is omitted.
 * @typedef {[name: string, is: (value: any) => boolean, left?: any]} Field
 */

/** Returns whether a value is an object with exactly these fields in this order, and with defaults omitted.
 * @param {any} value
 * @param {readonly Field[]} fields
 * @returns {boolean}
 */
export function isRecord(value, fields) {
  if (!isObject(value)) return false;
  const names = Object.keys(value);
  let at = 0;
  for (const [name, is, ...left] of fields) {
    if (names[at] !== name) {
      if (left.length) continue;
      return false;
    }
    if (!is(value[name]) || (left.length && value[name] === left[0])) return false;
    at += 1;
  }
  return at === names.length;
}

/** @type {(value: any) => boolean} */
export const isText = (value) => typeof value === "string";
/** @type {(value: any) => boolean} */
export const isInteger = (value) => Number.isSafeInteger(value);
/** @type {(value: any) => boolean} */
export const isAnything = () => true;
/** @param {number} digits
 * @returns {(value: any) => boolean}
 */
export const isHex = (digits) => (value) => isText(value) && value.length === digits && /^[0-9a-f]*$/.test(value);
/** @param {...any} values
 * @returns {(value: any) => boolean}
 */
export const isOneOf =
  (...values) =>
  (value) =>
    values.includes(value);
