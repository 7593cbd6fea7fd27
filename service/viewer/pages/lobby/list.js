/** Operations on the list of finished matches: adding a page, and searching. */

/**
 * @typedef {import("../../types.d.ts").MatchLine} MatchLine
 * @typedef {{matches: MatchLine[], next: string | null}} Page
 * @typedef {{lines: MatchLine[], next: string | null}} List
 */

/** Appends the next page to a list, without duplicates.
 * @param {List} known
 * @param {Page} page
 * @returns {List}
 */
export function appendPage(known, page) {
  const there = new Set(known.lines.map((line) => line.id));
  return { lines: [...known.lines, ...page.matches.filter((line) => !there.has(line.id))], next: page.next };
}

/** Returns the matches that a search finds. Each word must be the beginning of the id or occur in a name.
 * @param {MatchLine[]} lines
 * @param {string} wanted
 * @param {(line: MatchLine) => string[]} names returns the names of the game and the players
 * @returns {MatchLine[]}
 */
export function filterBySearch(lines, wanted, names) {
  const words = plain(wanted).split(/\s+/).filter(Boolean);
  if (words.length === 0) return lines;
  return lines.filter((line) => {
    const there = names(line).map(plain);
    return words.every((word) => line.id.startsWith(word) || there.some((name) => name.includes(word)));
  });
}

/** Returns the match id in pasted text, which is the id itself or an address with it.
 * @param {string} text
 * @returns {string | null}
 */
export const findPastedId = (text) => /(?:^|\/)([0-9a-f]{32})(?:$|[/?#])/.exec(text.trim().toLowerCase())?.[1] ?? null;

/** Returns the winning seats. There are several if they share the first place.
 * @param {{points: number[], places: number[]}} result
 * @returns {number[]}
 */
export const winners = (result) => result.places.flatMap((place, seat) => (place === 1 ? [seat] : []));

/** @param {string} text */
const plain = (text) => text.normalize("NFKD").replaceAll(/\p{Mn}/gu, "").toLowerCase();
