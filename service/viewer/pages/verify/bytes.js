/** Bytes as `domain/engine/proof/FORMAT.md` writes them: hex, UTF-8, big-endian numbers, and parts that cannot run into one another. */

const encoder = new TextEncoder();
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Bytes that WebCrypto takes.
 * @typedef {Uint8Array<ArrayBuffer>} Bytes
 */

/** @param {string} text
 * @returns {Bytes}
 */
export const utf8 = (text) => /** @type {Bytes} */ (encoder.encode(text));

/** The text that bytes stand for, one text for each row of bytes; throws where they are not UTF-8.
 * @param {Uint8Array} bytes
 * @returns {string}
 */
export const textOf = (bytes) => strict.decode(bytes);

/** @param {Uint8Array} bytes
 * @returns {string}
 */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The bytes of hex digits; throws where there are others.
 * @param {string} digits
 * @returns {Bytes}
 */
export function fromHex(digits) {
  if (!/^([0-9a-f]{2})*$/.test(digits)) throw new RangeError("not hex digits");
  return Uint8Array.from({ length: digits.length / 2 }, (_, at) => parseInt(digits.slice(2 * at, 2 * at + 2), 16));
}

/** @param {readonly Uint8Array[]} pieces
 * @returns {Bytes}
 */
export function concat(pieces) {
  const whole = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** A number of 32 bits, big-endian.
 * @param {number} n
 * @returns {Bytes}
 */
export const u32 = (n) => Uint8Array.of(n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255);

/** A number of 64 bits, big-endian; up to 2⁵³−1.
 * @param {number} n
 * @returns {Bytes}
 */
export const u64 = (n) => concat([u32(Math.floor(n / 2 ** 32)), u32(n % 2 ** 32)]);

/** A tag and its parts, each part with its length before it: no two rows of parts give the same bytes.
 * @param {string} tag ASCII
 * @param {readonly Uint8Array[]} parts
 * @returns {Bytes}
 */
export const tagged = (tag, parts) => concat([Uint8Array.of(tag.length), utf8(tag), ...parts.flatMap((part) => [u64(part.length), part])]);

/** @param {Uint8Array} one
 * @param {Uint8Array} other
 * @returns {boolean}
 */
export const equal = (one, other) => one.length === other.length && one.every((byte, at) => byte === other[at]);
