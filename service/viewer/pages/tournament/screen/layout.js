/** The layout of the wall screen: how much is shown at once, in the largest readable font. */

/**
 * @typedef {import("../../../types.d.ts").RoundCard} RoundCard
 * @typedef {import("../../../types.d.ts").TableCard} TableCard
 * @typedef {{kind: "people"} | {kind: "tables", tables: TableCard[]} | {kind: "standings", group: number, from: number, to: number}} What
 * @typedef {What & {size: number}} Sheet the content shown at once, with the font size in pixels
 */

/** Font sizes as fractions of the screen's height, largest first, and their limits in pixels. */
const PARTS = [0.075, 0.06, 0.05, 0.042, 0.034, 0.027];
const SMALLEST = 15;
const LARGEST = 90;
/** Fraction of the screen's height that header and footer take, and their minimum in pixels. */
const AROUND = 0.17;
const LEAST = 150;
/** Space that a table takes, in font sizes: height per seat, other height, and width. */
const SEAT = 1.75;
const ABOUT = 3.2;
const WIDE = 14.6;
/** Height of a line of the standings and of their header, in font sizes. */
const LINE = 2.1;
const HEAD = 2.4;

/** Returns how many tables with this number of seats, and how many lines of the standings, fit on a sheet at a font size.
 * @param {number} size @param {number} width @param {number} height @param {number} seats
 */
function capacity(size, width, height, seats) {
  const high = (height - Math.max(LEAST, AROUND * height)) / size;
  const across = Math.max(1, Math.floor((width / size - 2) / WIDE));
  return { tables: across * Math.max(1, Math.floor(high / (ABOUT + SEAT * seats))), lines: Math.max(3, Math.floor((high - HEAD) / LINE)) };
}

/** Returns the sheets of a tournament: entrants before the first round, then tables and standings; only standings after the end.
 * @param {{width: number, height: number}} view
 * @param {RoundCard | undefined} round the tournament's last round
 * @param {number[]} groups the number of lines in each group of the standings
 * @param {boolean} over
 * @returns {Sheet[]} in the order in which they are shown
 */
export function layOutSheets({ width, height }, round, groups, over) {
  const tables = over ? [] : (round?.tables ?? []);
  const seats = Math.max(2, ...tables.map((one) => one.entrants.length));
  const sizes = PARTS.map((part) => Math.min(LARGEST, Math.max(SMALLEST, part * height))).filter((size, at) => at === PARTS.length - 1 || size * WIDE <= width);
  const largest = (/** @type {"tables" | "lines"} */ what, /** @type {number} */ many) => {
    const size = sizes.find((one) => capacity(one, width, height, seats)[what] >= many) ?? sizes.at(-1) ?? SMALLEST;
    return { size, there: capacity(size, width, height, seats)[what] };
  };
  const seated = largest("tables", tables.length);
  const lined = largest("lines", Math.max(0, ...groups));
  /** @type {Sheet[]} */
  const sheets = splitEvenly(tables.length, seated.there).map(([from, to]) => ({ kind: "tables", size: seated.size, tables: tables.slice(from, to) }));
  groups.forEach((many, group) => splitEvenly(many, lined.there).forEach(([from, to]) => sheets.push({ kind: "standings", size: lined.size, group, from, to })));
  return sheets.length > 0 ? sheets : [{ kind: "people", size: sizes.at(-2) ?? SMALLEST }];
}

/** Splits a number of tables or lines into sheets of about equal length; `room` is how many fit on a sheet. Returns where each sheet starts and ends.
 * @param {number} many @param {number} room
 * @returns {[number, number][]}
 */
export function splitEvenly(many, room) {
  const count = Math.ceil(many / room);
  return Array.from({ length: count }, (_, at) => [Math.round((at * many) / count), Math.round(((at + 1) * many) / count)]);
}

/** Returns the numbers of the tables whose results are new or have changed.
 * @param {Map<number, number>} known the log entries of the results that are already known, by table
 * @param {RoundCard | undefined} round
 */
export const newResults = (known, round) => (round?.tables ?? []).filter((one) => one.result && known.get(one.table) !== one.result.entry).map((one) => one.table);

/** Formats a time: "12:05", or "1:02:05" with hours.
 * @param {number} seconds
 * @returns {string}
 */
export function formatClock(seconds) {
  const whole = Math.floor(Math.abs(seconds));
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(whole % 60)}`;
}

/** Returns the minutes for a round in the address, or 0.
 * @param {string} search
 */
export const readMinutes = (search) => Math.min(600, Math.max(0, Math.round(Number(new URLSearchParams(search).get("minutes")) || 0)));
