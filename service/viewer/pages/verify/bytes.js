/** The encodings in `domain/engine/proof/FORMAT.md`: hex, UTF-8, big-endian numbers, and length-prefixed parts. */

const encoder = new TextEncoder();
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Bytes that WebCrypto accepts.
 * @typedef {Uint8Array<ArrayBuffer>} Bytes
 */

/** @param {string} text
 * @returns {Bytes}
 */
export const utf8 = (text) => /** @type {Bytes} */ (encoder.encode(text));

/** Decodes UTF-8. Throws if the bytes are invalid.
 * @param {Uint8Array} bytes
 * @returns {string}
 */
export const textOf = (bytes) => strict.decode(bytes);

/** @param {Uint8Array} bytes
 * @returns {string}
 */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Decodes hex digits. Throws on any other character.
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

/** Encodes a 32-bit number, big-endian.
 * @param {number} n
 * @returns {Bytes}
 */
export const u32 = (n) => Uint8Array.of(n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255);

/** Encodes a number up to 2⁵³−1 in 64 bits, big-endian.
 * @param {number} n
 * @returns {Bytes}
 */
export const u64 = (n) => concat([u32(Math.floor(n / 2 ** 32)), u32(n % 2 ** 32)]);

/** Encodes a tag and its parts with the length before each part, so that different parts never give the same bytes.
 * @param {string} tag ASCII
 * @param {readonly Uint8Array[]} parts
 * @returns {Bytes}
 */
export const encodeTagged = (tag, parts) => concat([Uint8Array.of(tag.length), utf8(tag), ...parts.flatMap((part) => [u64(part.length), part])]);

/** @param {Uint8Array} one
 * @param {Uint8Array} other
 * @returns {boolean}
 */
export const equal = (one, other) => one.length === other.length && one.every((byte, at) => byte === other[at]);
