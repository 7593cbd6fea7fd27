/** The log of a match: checks of its stored bytes that need no knowledge of the game. */

import { Altered } from "./altered.js";
import { utf8 } from "./bytes.js";
import { MOST_BYTES, MOST_IN_A_BATCH, parseCanonical, isAnything, isHex, isInteger, isObject, isOneOf, isRecord, isText } from "./canonical.js";

/**
 * @typedef {import("./bytes.js").Bytes} Bytes
 * @typedef {{t: string, [field: string]: any}} Event
 * @typedef {{at: number, seat?: number, by?: string, cmd: any, e: Event[]}} Batch
 * @typedef {{n: number, at: number, seat?: number, by?: string, cause: number, cmd?: any, e: Event}} Entry
 * @typedef {{entries: Entry[], batches: {version: number, stored: Bytes}[], opened: any, closed: any | null}} Log
 */

/** @type {import("./canonical.js").Field[]} */
const BATCH = [
  ["at", isInteger],
  ["seat", isInteger, null],
  ["by", isOneOf("bot", "clock", "referee", "engine"), "seat"],
  ["cmd", isObject],
  ["e", (value) => Array.isArray(value) && value.length > 0],
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
  ["held", (value) => value === true, false],
  ["bots_welcome", (value) => value === false, true],
  ["tutorial", isText, ""],
];
/** @type {import("./canonical.js").Field[]} */
const CLOSED = [
  ["t", isOneOf("closed")],
  ["reason", isOneOf("finished", "too-long", "forfeited", "ruled", "called-off")],
  ["secret", isText],
];

/** The largest number of entries in a log. */
export const MOST_ENTRIES = 15_000;

/** Returns whether a value is a valid opening event.
 * @param {any} value
 */
export const isHeader = (value) => isRecord(value, OPENED);

/** Returns the JSON of an opening without its commitment. The chain begins with its bytes.
 * @param {any} opened
 * @returns {string}
 */
export const headerText = ({ commitment, ...header }) => JSON.stringify(header);

/** Parses the stored batches of a log. Throws `Altered` at the first invalid entry.
 * @param {readonly Bytes[]} log
 * @returns {Log}
 */
export function parseLog(log) {
  /** @type {Entry[]} */
  const entries = [];
  /** @type {Log["batches"]} */
  const batches = [];
  for (const stored of log) {
    const cause = entries.length;
    if (entries.at(-1)?.e.t === "closed") throw new Altered("after-end", {}, cause + 1);
    const { at, seat, by, cmd, e } = parseBatch(cause + 1, stored);
    e.forEach((event, index) => {
      const n = cause + 1 + index;
      if ((event.t === "opened") !== (n === 1)) throw new Altered("opened", {}, n);
      if (entries.at(-1)?.e.t === "closed") throw new Altered("after-end", {}, n);
      const framing = { opened: OPENED, closed: CLOSED }[event.t];
      if (framing && !isRecord(event, framing)) throw new Altered("unreadable", {}, n);
      entries.push({ n, at, seat, by, cause, cmd: index === 0 ? cmd : undefined, e: event });
    });
    if (entries.length > MOST_ENTRIES) throw new Altered("too-many");
    batches.push({ version: entries.length, stored });
  }
  if (entries.length === 0) throw new Altered("opened", {}, 1);
  const last = entries[entries.length - 1].e;
  return { entries, batches, opened: entries[0].e, closed: last.t === "closed" ? last : null };
}

/**
 * @param {number} first the number of the first entry in the batch
 * @param {Bytes} stored
 * @returns {Batch}
 */
function parseBatch(first, stored) {
  const found = /** @type {Batch | undefined} */ (parseCanonical(stored, MOST_IN_A_BATCH));
  if (!found) throw new Altered("canonical", {}, first);
  if (!isRecord(found, BATCH)) throw new Altered("unreadable", {}, first);
  found.e.forEach((event, index) => {
    if (!isObject(event) || Object.keys(event)[0] !== "t" || !isText(event.t)) throw new Altered("unreadable", {}, first + index);
    if (isLong(event)) throw new Altered("long-entry", {}, first + index);
  });
  if (isLong(found.cmd)) throw new Altered("long-entry", {}, first);
  return found;
}

/** @param {any} part */
const isLong = (part) => utf8(JSON.stringify(part)).length > MOST_BYTES;

/** Returns each seat's entropy in seat order, in hex. Throws `Altered` if a seat was never taken.
 * @param {Log} log
 * @returns {string[]}
 */
export function readEntropies({ entries, opened }) {
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

/** The first rules version whose logs say how each seat was taken. */
const RECORDED_SINCE = 2;

/** When a seat added entropy; the same values as in `domain/engine/match/entropy.py`.
 * @typedef {"before" | "after" | "registered" | "unknown" | "nothing"} EntropyTime
 */

/** Returns when each seat added its entropy, in seat order.
 * @param {Log} log
 * @returns {EntropyTime[]}
 */
export function entropyTimes({ entries, opened }) {
  const found = /** @type {EntropyTime[]} */ (Array(opened.seats).fill("nothing"));
  let command = /** @type {any} */ (null);
  for (const { cmd, e } of entries) {
    command = cmd ?? command;
    if (e.t === "started") break;
    if (e.t === "seat-left") found[e.seat] = "nothing";
    if (e.t === "seat-taken") found[e.seat] = e.entropy ? entropyTime(opened.rules, command) : "nothing";
  }
  return found;
}

/** @param {number} rules @param {any} command the command that took the seat
 * @returns {EntropyTime}
 */
function entropyTime(rules, command) {
  if (rules < RECORDED_SINCE) return "unknown";
  if (command.t === "open-match" && command.bound === true) return "registered";
  return command.t === "take-seat" && command.sought !== true ? "after" : "before";
}
