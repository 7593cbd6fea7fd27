/** The archive of a closed match: one file with everything that verification needs (`domain/engine/proof/FORMAT.md`, section 7). */

import { concat, equal, fromHex, utf8 } from "./bytes.js";
import { sha256 } from "./chain.js";
import { Altered } from "./altered.js";
import { MOST_IN_A_BATCH, parseCanonical, isHex, isInteger, isOneOf, isRecord } from "./canonical.js";
import { MOST_ENTRIES, isHeader } from "./log.js";

/**
 * @typedef {import("./bytes.js").Bytes} Bytes
 * @typedef {{points: number[], places: number[]}} Result
 * @typedef {{format: string, match: string, header: any, n: number, head: string, closed_at_ms: number, key_id?: string, secret: string, result?: Result}} Manifest
 * @typedef {{manifest: Manifest, signature: Bytes, batches: Bytes[]}} Archive with the stored bytes of every batch
 */

const MAGIC = utf8("chronik-archive/2\n");
const HASH = 32;
const SIGNATURE = 64;
const MOST_UNPACKED = 8 << 20;
export const MOST_IN_A_FILE = MOST_UNPACKED + (64 << 10);
/** Bytes that are decompressed at once. The size limit is checked after each piece. */
const PIECE = 4 << 10;

/** Parses the archive in a file. Throws `Altered`.
 * @param {Bytes} file
 * @returns {Promise<Archive>}
 */
export async function unpack(file) {
  if (!equal(file.subarray(0, MAGIC.length), MAGIC)) throw identifyFile(file);
  if (file.length > MOST_IN_A_FILE) throw new Altered("too-large");
  const start = MAGIC.length + HASH;
  const body = file.subarray(start);
  if (!equal(await sha256(body), file.subarray(MAGIC.length, start))) throw new Altered("damaged");
  const [stored, signed, ...batches] = splitLines(await decompress(body));
  if (!signed) throw new Altered("no-manifest");
  const manifest = parseManifest(stored);
  const digits = String.fromCharCode(...signed.subarray(0, 2 * SIGNATURE + 1));
  if (!isHex(manifest.key_id ? 2 * SIGNATURE : 0)(digits)) throw new Altered("signature");
  return { manifest, signature: fromHex(digits), batches };
}

/** Returns what kind of file this is if it is not an archive. Byte order marks that editors add do not matter.
 * @param {Bytes} file
 * @returns {Altered}
 */
function identifyFile(file) {
  const begins = new TextDecoder("latin1").decode(file.subarray(0, 200)).replaceAll("\0", "").replace(/^(ï»¿|ÿþ|þÿ)?\s*/, "");
  const format = /^chronik-archive\/(\d{1,9})/.exec(begins)?.[1];
  if (format) return format === "2" ? new Altered("changed-bytes") : new Altered("other-format", { format });
  return new Altered(/^\{\s*"kind"\s*:\s*"head"/.test(begins) ? "bundle" : "no-archive");
}

/** @param {Bytes} body
 * @returns {Promise<Bytes>}
 */
async function decompress(body) {
  let at = 0;
  const source = new ReadableStream({
    pull(controller) {
      if (at >= body.length) return controller.close();
      controller.enqueue(body.subarray(at, (at += PIECE)));
    },
  });
  const reader = source.pipeThrough(/** @type {any} */ (new DecompressionStream("deflate"))).getReader();
  /** @type {Uint8Array[]} */
  const pieces = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new Altered("not-packed");
    });
    if (done) return concat(pieces);
    pieces.push(value);
    size += value.length;
    if (size > MOST_UNPACKED) {
      reader.cancel().catch(() => {});
      throw new Altered("too-much");
    }
  }
}

/** @param {Bytes} whole
 * @returns {Bytes[]}
 */
function splitLines(whole) {
  const found = [];
  for (let at = 0; at < whole.length; ) {
    const end = whole.indexOf(0x0a, at);
    if ((end < 0 ? whole.length : end) - at > MOST_IN_A_BATCH) throw new Altered("long-batch");
    if (end < 0) throw new Altered("cut-inside");
    found.push(whole.subarray(at, end));
    if (found.length > MOST_ENTRIES + 2) throw new Altered("too-many");
    at = end + 1;
  }
  return found;
}

/** @type {(value: any) => boolean} */
const areIntegers = (value) => Array.isArray(value) && value.every(isInteger);
/** @type {(value: any) => boolean} */
const isResult = (value) =>
  isRecord(value, [
    ["points", areIntegers],
    ["places", areIntegers],
  ]);
/** @type {import("./canonical.js").Field[]} */
const MANIFEST = [
  ["format", isOneOf("chronik-archive/2")],
  ["match", isHex(32)],
  ["header", (value) => isHeader(value) && !value.commitment],
  ["n", (value) => isInteger(value) && value >= 1 && value <= MOST_ENTRIES],
  ["head", isHex(64)],
  ["closed_at_ms", isInteger],
  ["key_id", isHex(16), ""],
  ["secret", isHex(64)],
  ["result", isResult, null],
];

/** @param {Bytes} stored
 * @returns {Manifest}
 */
function parseManifest(stored) {
  const value = parseCanonical(stored);
  if (!isRecord(value, MANIFEST)) throw new Altered("manifest-form");
  return /** @type {Manifest} */ (value);
}

/** Returns the match id and the secret as bytes.
 * @param {Manifest} manifest
 */
export const keysOf = ({ match, secret }) => ({ match: fromHex(match), secret: fromHex(secret) });
