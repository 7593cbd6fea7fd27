/** Chance: labelled streams of random words, derived from the seed of a match (`domain/engine/proof/FORMAT.md`, section 5). */

import { mac } from "./chain.js";
import { tagged, u64, utf8 } from "./bytes.js";

/** @typedef {import("./bytes.js").Bytes} Bytes */

const WORDS_IN_A_BLOCK = 4;
const TWO_32 = 2 ** 32;
/** Up to here a remainder of 64 bits can be had in two steps of ordinary numbers. */
const SMALL = 2 ** 21;

/** An endless row of 64-bit words under one label; the same seed and label give the same words on any machine. */
export class Stream {
  /**
   * @param {(message: Bytes) => Promise<Bytes>} block HMAC under the seed
   * @param {string} label
   */
  constructor(block, label) {
    this.block = block;
    this.label = utf8(label);
    this.blocks = 0;
    /** @type {[number, number][]} words as their upper and lower half */
    this.words = [];
    this.next = 0;
  }

  /** Has at least so many words ready.
   * @param {number} count
   */
  async fill(count) {
    const missing = Math.ceil((count - (this.words.length - this.next)) / WORDS_IN_A_BLOCK);
    if (missing <= 0) return;
    const numbers = Array.from({ length: missing }, (_, index) => this.blocks + index);
    this.blocks += missing;
    const blocks = await Promise.all(numbers.map((k) => this.block(tagged("chronik/rng/1", [this.label, u64(k)]))));
    for (const block of blocks) {
      const read = new DataView(block.buffer, block.byteOffset);
      for (let at = 0; at < block.length; at += 8) this.words.push([read.getUint32(at), read.getUint32(at + 4)]);
    }
  }

  /** A number 0 … n−1, each equally likely: words that would favour the small ones are refused.
   * @param {number} n
   * @returns {Promise<number>}
   */
  async below(n) {
    for (;;) {
      if (this.next === this.words.length) await this.fill(1);
      const [upper, lower] = this.words[this.next++];
      const found = remainder(upper, lower, n);
      if (found !== null) return found;
    }
  }

  /** The things in a random order: Fisher–Yates from the end.
   * @template T
   * @param {readonly T[]} things
   * @returns {Promise<T[]>}
   */
  async shuffled(things) {
    const pile = [...things];
    await this.fill(pile.length - 1);
    for (let i = pile.length - 1; i > 0; i -= 1) {
      const j = await this.below(i + 1);
      [pile[i], pile[j]] = [pile[j], pile[i]];
    }
    return pile;
  }
}

/** The remainder of a word; null where the word is one of the last, too few to be shared out evenly.
 * @param {number} upper
 * @param {number} lower
 * @param {number} n
 * @returns {number | null}
 */
export function remainder(upper, lower, n) {
  if (n <= SMALL && upper < TWO_32 - 1) return ((upper % n) * TWO_32 + lower) % n;
  const word = (BigInt(upper) << 32n) | BigInt(lower);
  const rest = word % BigInt(n);
  return word - rest <= 2n ** 64n - BigInt(n) ? Number(rest) : null;
}

/** The streams of a match.
 * @param {Bytes} seed
 * @returns {Promise<(label: string) => Stream>}
 */
export async function chance(seed) {
  const block = await mac(seed);
  return (label) => new Stream(block, label);
}
