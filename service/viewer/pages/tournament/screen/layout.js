/** How much of a tournament a screen on the wall shows at once, as large as it can be read. */

/**
 * @typedef {import("../../../types.d.ts").RoundCard} RoundCard
 * @typedef {import("../../../types.d.ts").TableCard} TableCard
 * @typedef {{kind: "people"} | {kind: "tables", tables: TableCard[]} | {kind: "standings", group: number, from: number, to: number}} What
 * @typedef {What & {size: number}} Sheet what is seen at once, with the size of its letters in pixels
 */

/** Sizes of letters, as parts of the height, the largest first, and the bounds of all in pixels. */
const PARTS = [0.075, 0.06, 0.05, 0.042, 0.034, 0.027];
const SMALLEST = 15;
const LARGEST = 90;
/** What head and foot take of the height, at least so many pixels. */
const AROUND = 0.17;
const LEAST = 150;
/** What is taken by a table with its gap for each seat and besides; all in sizes of letters. */
const SEAT = 1.75;
const ABOUT = 3.2;
const WIDE = 14.6;
/** A line of the standings, and their head. */
const LINE = 2.1;
const HEAD = 2.4;

/** How many tables of so many seats, and how many lines, are seen at once at a size of letters.
 * @param {number} size @param {number} width @param {number} height @param {number} seats
 */
function room(size, width, height, seats) {
  const high = (height - Math.max(LEAST, AROUND * height)) / size;
  const across = Math.max(1, Math.floor((width / size - 2) / WIDE));
  return { tables: across * Math.max(1, Math.floor(high / (ABOUT + SEAT * seats))), lines: Math.max(3, Math.floor((high - HEAD) / LINE)) };
}

/** The sheets of a tournament: its people before the first round, then the tables of a round and the standings; after the end the standings alone.
 * @param {{width: number, height: number}} view
 * @param {RoundCard | undefined} round the last one
 * @param {number[]} groups how many stand in each group of the standings
 * @param {boolean} over
 * @returns {Sheet[]} in the order in which they are turned
 */
export function shownAt({ width, height }, round, groups, over) {
  const tables = over ? [] : (round?.tables ?? []);
  const seats = Math.max(2, ...tables.map((one) => one.entrants.length));
  const sizes = PARTS.map((part) => Math.min(LARGEST, Math.max(SMALLEST, part * height))).filter((size, at) => at === PARTS.length - 1 || size * WIDE <= width);
  const largest = (/** @type {"tables" | "lines"} */ what, /** @type {number} */ many) => {
    const size = sizes.find((one) => room(one, width, height, seats)[what] >= many) ?? sizes.at(-1) ?? SMALLEST;
    return { size, there: room(size, width, height, seats)[what] };
  };
  const seated = largest("tables", tables.length);
  const lined = largest("lines", Math.max(0, ...groups));
  /** @type {Sheet[]} */
  const sheets = parts(tables.length, seated.there).map(([from, to]) => ({ kind: "tables", size: seated.size, tables: tables.slice(from, to) }));
  groups.forEach((many, group) => parts(many, lined.there).forEach(([from, to]) => sheets.push({ kind: "standings", size: lined.size, group, from, to })));
  return sheets.length > 0 ? sheets : [{ kind: "people", size: sizes.at(-2) ?? SMALLEST }];
}

/** So many things in parts of about the same length, none longer than there is room for.
 * @param {number} many @param {number} room
 * @returns {[number, number][]}
 */
export function parts(many, room) {
  const count = Math.ceil(many / room);
  return Array.from({ length: count }, (_, at) => [Math.round((at * many) / count), Math.round(((at + 1) * many) / count)]);
}

/** The tables whose result is not the one that was known before, by number.
 * @param {Map<number, number>} known the entries of the results by table
 * @param {RoundCard | undefined} round
 */
export const fresh = (known, round) => (round?.tables ?? []).filter((one) => one.result && known.get(one.table) !== one.result.entry).map((one) => one.table);

/** A time as a clock shows it: "12:05", and with hours "1:02:05".
 * @param {number} seconds
 * @returns {string}
 */
export function face(seconds) {
  const whole = Math.floor(Math.abs(seconds));
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(whole % 60)}`;
}

/** The minutes for a round that an address names, 0 where it names none.
 * @param {string} search
 */
export const minutesIn = (search) => Math.min(600, Math.max(0, Math.round(Number(new URLSearchParams(search).get("minutes")) || 0)));
