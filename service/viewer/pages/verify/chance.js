/** Draws from labelled streams of random words, which are derived from the seed of a match (`domain/engine/proof/FORMAT.md`, section 5). */

import { mac } from "./chain.js";
import { encodeTagged, u64, utf8 } from "./bytes.js";

/** @typedef {import("./bytes.js").Bytes} Bytes */

const WORDS_IN_A_BLOCK = 4;
const TWO_32 = 2 ** 32;
/** Up to this divisor, the remainder of 64 bits can be computed in two steps with ordinary numbers. */
const SMALL = 2 ** 21;

/** An endless stream of random 64-bit words under one label. The same seed and label give the same words on any machine. */
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

  /** Prepares at least `count` words.
   * @param {number} count
   */
  async fill(count) {
    const missing = Math.ceil((count - (this.words.length - this.next)) / WORDS_IN_A_BLOCK);
    if (missing <= 0) return;
    const numbers = Array.from({ length: missing }, (_, index) => this.blocks + index);
    this.blocks += missing;
    const blocks = await Promise.all(numbers.map((k) => this.block(encodeTagged("chronik/rng/1", [this.label, u64(k)]))));
    for (const block of blocks) {
      const read = new DataView(block.buffer, block.byteOffset);
      for (let at = 0; at < block.length; at += 8) this.words.push([read.getUint32(at), read.getUint32(at + 4)]);
    }
  }

  /** Returns a number from 0 to n−1, all equally likely. Words that would favour small numbers are rejected.
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

  /** Returns the given things in random order: Fisher–Yates from the end.
   * @template T
   * @param {readonly T[]} things
   * @returns {Promise<T[]>}
   */
  async shuffle(things) {
    const pile = [...things];
    await this.fill(pile.length - 1);
    for (let i = pile.length - 1; i > 0; i -= 1) {
      const j = await this.below(i + 1);
      [pile[i], pile[j]] = [pile[j], pile[i]];
    }
    return pile;
  }
}

/** Returns the remainder of a random word, or null for the highest words, which cannot be distributed evenly.
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

/** Returns the random-number streams of a match.
 * @param {Bytes} seed
 * @returns {Promise<(label: string) => Stream>}
 */
export async function streamsOf(seed) {
  const block = await mac(seed);
  return (label) => new Stream(block, label);
}
