/** The log of a match: what its stored bytes say without knowing its game. */

import { Altered } from "./altered.js";
import { canonical, isAnything, isHex, isInteger, isObject, isOneOf, isRecord, isText } from "./canonical.js";

/**
 * @typedef {import("./bytes.js").Bytes} Bytes
 * @typedef {{n: number, at: number, seat?: number, by?: string, cause: number, cmd?: any, e: {t: string, [field: string]: any}}} Entry
 * @typedef {{entries: Entry[], batches: Bytes[][], opened: any, closed: any | null}} Log
 */

/** @type {import("./canonical.js").Field[]} */
const ENTRY = [
  ["n", isInteger],
  ["at", isInteger],
  ["seat", isInteger, null],
  ["by", isOneOf("bot", "clock", "referee", "engine"), "seat"],
  ["cause", isInteger],
  ["cmd", isObject, undefined],
  ["e", (value) => isObject(value) && Object.keys(value)[0] === "t" && isText(value.t)],
];
/** @type {import("./canonical.js").Field[]} */
const CLOCK = [
  ["command", isInteger, 0],
  ["match", isInteger, 0],
  ["increment", isInteger, 0],
  ["deadline", isInteger, 0],
  ["at_zero", isOneOf("bot", "forfeit"), "default"],
  ["bot", isText, ""],
];
/** @type {import("./canonical.js").Field[]} */
const OPENED = [
  ["t", isOneOf("opened")],
  ["game", isText],
  ["rules", isInteger],
  ["facts", isText],
  ["seats", isInteger],
  ["options", isAnything],
  ["disclosure", isOneOf("players"), "everyone"],
  ["opener", isText, ""],
  ["commitment", isHex(64), ""],
  ["clock", (value) => isRecord(value, CLOCK), undefined],
  ["takebacks", isOneOf("own"), "agreed"],
];
/** @type {import("./canonical.js").Field[]} */
const CLOSED = [
  ["t", isOneOf("closed")],
  ["reason", isOneOf("finished", "too-long", "forfeited", "ruled", "called-off")],
  ["secret", isText],
];

/** Whether a value opens a match.
 * @param {any} value
 */
export const isHeader = (value) => isRecord(value, OPENED);

/** An opening without its commitment, as the text whose bytes the chain begins with.
 * @param {any} opened
 * @returns {string}
 */
export const headerText = ({ commitment, ...header }) => JSON.stringify(header);

/** The log in the stored bytes of its entries; throws `Altered` at the first that cannot stand where it stands.
 * @param {readonly Bytes[]} stored
 * @returns {Log}
 */
export function read(stored) {
  /** @type {Entry[]} */
  const entries = [];
  /** @type {Bytes[][]} */
  const batches = [];
  let cause = 0;
  stored.forEach((bytes, index) => {
    const n = index + 1;
    const entry = line(n, bytes);
    if (entry.cmd !== undefined) {
      cause = index;
      batches.push([]);
    }
    if (batches.length === 0 || entry.cause !== cause) throw new Altered("cause", {}, n);
    if ((entry.e.t === "opened") !== (n === 1)) throw new Altered("opened", {}, n);
    if (entries.at(-1)?.e.t === "closed") throw new Altered("after-end", {}, n);
    batches[batches.length - 1].push(bytes);
    entries.push(entry);
  });
  const last = entries.at(-1)?.e;
  return { entries, batches, opened: entries[0].e, closed: last?.t === "closed" ? last : null };
}

/**
 * @param {number} n
 * @param {Bytes} bytes
 * @returns {Entry}
 */
function line(n, bytes) {
  const entry = /** @type {Entry | undefined} */ (canonical(bytes));
  if (!entry) throw new Altered("canonical", {}, n);
  if (!isRecord(entry, ENTRY)) throw new Altered("unreadable", {}, n);
  if (entry.n !== n) throw new Altered("number", { found: entry.n }, n);
  const framing = { opened: OPENED, closed: CLOSED }[entry.e.t];
  if (framing && !isRecord(entry.e, framing)) throw new Altered("unreadable", {}, n);
  return entry;
}

/** What each seat added to the seed, in seat order, in hex; throws `Altered` where a seat was never taken.
 * @param {Log} log
 * @returns {string[]}
 */
export function entropies({ entries, opened }) {
  /** @type {Map<number, string>} */
  const added = new Map();
  for (const { n, e } of entries) {
    if (e.t === "started") break;
    if (e.t === "seat-left") added.delete(e.seat);
    if (e.t !== "seat-taken") continue;
    const digits = e.entropy ?? "";
    if (!isText(digits) || !/^([0-9a-f]{2}){0,64}$/.test(digits)) throw new Altered("unreadable", {}, n);
    added.set(e.seat, digits);
  }
  const found = [...added].sort(([one], [other]) => one - other);
  if (found.length !== opened.seats || found.some(([seat], index) => seat !== index)) throw new Altered("seats");
  return found.map(([, digits]) => digits);
}
