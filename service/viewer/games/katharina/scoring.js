/** What the scoring at the end of a decade gave each seat for which rule. It grows over the map, and stays there until the viewer goes on. */

import { html, useEffect, useMemo, useState } from "../../dom.js";
import { useFollow } from "../../ui/follow.js";
import { Badge } from "../../ui/seat_badge.js";
import { t } from "../../words/words.js";
import { named } from "./box.js";
import { Points, Symbol } from "./symbols.js";

/** @typedef {import("../../types.d.ts").Line} Line */

/** The most lines of the log that are read to find a scoring. */
const LONGEST = 30;

/** The lines before which a scoring is no longer shown. */
const ENDS = ["displays-shown", "cards-revealed", "hands-scored"];

/** The lines of a scoring in their order, and the symbols of their rules. @type {[key: string, symbol: string, word: string][]} */
const RULES = [["cannons-scored", "cannon", "cannons"], ["books-compared", "book", "books"], ["residences-scored", "house", "residences"], ["track-scored", "favour", "track"]];

/** Returns the lines of the last scoring, and the version of its first line; nothing if it is over.
 * @param {(version: number) => Line | null} lineAt
 * @param {number} version
 * @returns {{lines: Line[], begin: number}}
 */
function linesOfScoring(lineAt, version) {
  /** @type {Line[]} */
  const lines = [];
  for (let at = version; at > version - LONGEST; at -= 1) {
    const line = lineAt(at);
    if (!line || ENDS.includes(line.key)) break;
    lines.unshift(line);
    if (line.key === "cannons-scored") return { lines, begin: at };
  }
  return { lines: [], begin: 0 };
}

/** @param {{components: any, view: any, seats: import("../../types.d.ts").SeatInfo[], lineAt: (version: number) => Line | null, version: number, answered: boolean}} props `answered` if the player has begun to answer the next question */
export function KaScoring({ components, view, seats, lineAt, version, answered }) {
  const [seen, see] = useState(0);
  const { lines, begin } = useMemo(() => linesOfScoring(lineAt, version), [lineAt, version]);
  const open = begin > 0 && begin !== seen;
  useEffect(() => void (answered && see(begin)), [answered, begin]);
  useFollow(open ? String(begin) : "", ".ka-scoring", { asks: true });
  if (!open) return null;
  const books = lines.filter(({ key }) => key === "book-residence");
  const { jokers = [] } = lines.find(({ key }) => key === "books-compared")?.params ?? {};
  const of = (/** @type {string} */ key, /** @type {number} */ seat) => lines.find((line) => line.key === key)?.params?.points?.[seat];
  const total = (/** @type {number} */ seat) => RULES.reduce((sum, [key]) => sum + (of(key, seat) ?? 0), 0);
  const book = (/** @type {number} */ seat) => {
    const { city } = books.find((line) => line.seat === seat)?.params ?? {};
    return html`${city && html`<${Symbol} kind="house" label=${named(components, "city", city)} />`}${jokers.includes(seat) && html`<${Symbol} kind="joker" label=${t("katharina.board.jokers")} />`}`;
  };
  return html`<section class="ka-scoring" aria-label=${t("katharina.mark.scoring")}>
    <table>
      <thead><tr><th scope="col">${t("katharina.mark.scoring")}</th>${seats.map(({ seat, name }) => html`<th key=${seat} scope="col" title=${name}><${Badge} seat=${seat} label=${name} /></th>`)}</tr></thead>
      <tbody>${RULES.map(([key, symbol, word]) => html`<tr key=${key}><th scope="row"><${Symbol} kind=${symbol} /> ${t(`katharina.board.${word}`)}<small>${t(`katharina.scoring.${word}`)}</small></th>${seats.map(({ seat }) => html`<td key=${seat}>${key === "books-compared" ? book(seat) : lines.some((line) => line.key === key) && html`+${of(key, seat)}`}</td>`)}</tr>`)}</tbody>
      <tfoot><tr><th scope="row">${t("katharina.board.together")}</th>${seats.map(({ seat }) => html`<td key=${seat}><${Points} n=${total(seat)} /></td>`)}</tr></tfoot>
    </table>
    ${view.decade < 3 && html`<p class="soft">${t("katharina.scoring.next")}</p>`}
    <button type="button" class="primary" onClick=${() => see(begin)}>${t("katharina.board.go_on")}</button>
  </section>`;
}
