/** The lobby's list: what is loaded, what a fresh first page changes in it, and what a search finds. */

/**
 * @typedef {import("../../types.d.ts").MatchLine} MatchLine
 * @typedef {{matches: MatchLine[], next: string | null}} Page
 * @typedef {{lines: MatchLine[], next: string | null}} List
 */

/** A list whose beginning was read again. Whatever lies behind the fresh page stays as it was loaded.
 * @param {List} known
 * @param {Page} page
 * @returns {List}
 */
export function refreshed(known, page) {
  if (page.next === null || known.lines.length === 0) return { lines: page.matches, next: page.next };
  const fresh = new Set(page.matches.map((line) => line.id));
  const last = known.lines.findLastIndex((line) => fresh.has(line.id));
  if (last < 0) return { lines: page.matches, next: page.next };
  const end = page.matches.at(-1)?.opened_at ?? "";
  const behind = known.lines.slice(last + 1).filter((line) => line.opened_at <= end);
  return behind.length > 0 ? { lines: [...page.matches, ...behind], next: known.next } : { lines: page.matches, next: page.next };
}

/** A list with the page that follows it; what is there already is not shown twice.
 * @param {List} known
 * @param {Page} page
 * @returns {List}
 */
export function lengthened(known, page) {
  const there = new Set(known.lines.map((line) => line.id));
  return { lines: [...known.lines, ...page.matches.filter((line) => !there.has(line.id))], next: page.next };
}

/** The matches that a search finds: every word begins an id or stands in a name.
 * @param {MatchLine[]} lines
 * @param {string} wanted
 * @param {(line: MatchLine) => string[]} names what a match is called, and who plays it
 * @returns {MatchLine[]}
 */
export function found(lines, wanted, names) {
  const words = plain(wanted).split(/\s+/).filter(Boolean);
  if (words.length === 0) return lines;
  return lines.filter((line) => {
    const there = names(line).map(plain);
    return words.every((word) => line.id.startsWith(word) || there.some((name) => name.includes(word)));
  });
}

/** The own running matches that wait for an answer; where a bot plays on, nobody waits for its player.
 * @param {MatchLine[]} own
 * @param {Map<string, import("../../types.d.ts").SeatLine[]>} seats
 * @param {string | null} me
 * @returns {MatchLine[]}
 */
export const asked = (own, seats, me) => own.filter((line) => seats.get(line.id)?.some((seat) => seat.player === me && seat.waiting && !seat.bot));

/** The id of a match in what somebody pasted: the id itself, or an address with it.
 * @param {string} text
 * @returns {string | null}
 */
export const pastedId = (text) => /(?:^|\/)([0-9a-f]{32})(?:$|[/?#])/.exec(text.trim().toLowerCase())?.[1] ?? null;

/** The seats that won: more than one share the first place.
 * @param {{points: number[], places: number[]}} result
 * @returns {number[]}
 */
export const winners = (result) => result.places.flatMap((place, seat) => (place === 1 ? [seat] : []));

/** @param {string} text */
const plain = (text) => text.normalize("NFKD").replaceAll(/\p{Mn}/gu, "").toLowerCase();
