/** What the last round gave each seat: it stays on the table until the next cards are revealed. */

import { html } from "../../dom.js";
import { joinList, t } from "../../words/words.js";
import { named } from "./box.js";
import { cardTexts } from "./effects.js";
import { Points, Symbol } from "./symbols.js";

/**
 * @typedef {import("../../types.d.ts").Line} Line
 * @typedef {{action: string, activation: string, slot: number}} Play
 * @typedef {{play: Play | null, done: boolean, points: number, scored: Record<string, number>, favour: number, drawn: number, cities: string[], tiles: string[]}} Result `scored` are those of its points that scorings gave, by their lines
 */

/** The most lines of the log that are read to find a round. */
const LONGEST = 80;

/** Returns each seat's result since cards were last revealed; empty if none were, or if new action rows were opened since.
 * @param {(version: number) => Line | null} lineAt
 * @param {number} version
 * @returns {Result[]}
 */
export function resultsOfRound(lineAt, version) {
  /** @type {Line[]} */
  const lines = [];
  for (let at = version; at > 0 && lines.length < LONGEST; at -= 1) {
    const line = lineAt(at);
    if (!line || line.key === "displays-shown") return [];
    lines.push(line);
    if (line.key === "cards-revealed") return sum(lines.reverse());
  }
  return [];
}

/** @param {Line[]} lines @returns {Result[]} */
function sum([revealed, ...lines]) {
  /** @type {Result[]} */
  const results = revealed.params?.plays.map((/** @type {Play | null} */ play) => ({ play, done: false, points: 0, scored: {}, favour: 0, drawn: 0, cities: [], tiles: [] }));
  for (const { key, seat, params = {} } of lines) {
    if (key === "finished") continue; // its points are the totals
    for (const list of [params.points, params.lost]) if (Array.isArray(list)) list.forEach((n, i) => (results[i].points += n));
    if (Array.isArray(params.points) && key.endsWith("-scored")) params.points.forEach((n, i) => n && (results[i].scored[key] = n));
    const result = seat === undefined ? undefined : results[seat];
    if (!result || Array.isArray(params.points)) continue;
    result.done ||= key === "card-resolved";
    result.points += (params.points ?? 0) + (params.bonus_points ?? 0) + (params.lost_cards ?? 0) + (params.lost_steps ?? 0); // each card and step too many is a point
    result.favour += params.favour ?? 0;
    result.drawn += params.drawn ?? 0;
    if (params.city) result.cities.push(params.city);
    if (params.tile) result.tiles.push(params.tile);
  }
  return results;
}

/** Returns the points of a result with the name of what gave them: the card, if it still lies there, and the scorings.
 * @param {any} components @param {any} seatView @param {Result} result
 * @returns {[points: number, why: string][]}
 */
function causes(components, seatView, { play, points, scored }) {
  const ways = Object.keys(scored);
  const sum = ways.reduce((all, key) => all + scored[key], 0);
  const card = play && seatView.activation[play.slot] === play.activation ? seatView.action_row[play.slot] : null;
  const scoring = t(ways.length === 1 ? `katharina.source.${ways[0].replace("-scored", "")}` : "katharina.mark.scoring");
  return /** @type {[number, string][]} */ ([[points - sum, card ? cardTexts(card, components).name : ""], [sum, scoring]]).filter(([n]) => n);
}

/** Draws what a seat got in the last round, or with `plays` first the cards that it has played.
 * @param {{components: any, seatView: any, result: Result | undefined, plays?: boolean}} props
 */
export function Got({ components, seatView, result, plays = false }) {
  const { play = null } = result ?? {};
  if (plays && play && !result?.done) return html`<span class="ka-played"><span>→ ${cardTexts(play.action, components).name}</span><span>↓ ${cardTexts(play.activation, components).name}</span></span>`;
  if (!result?.done) return null;
  const { favour, drawn, cities, tiles } = result;
  const parts = /** @type {[key: string, words: string, sign: any][]} */ ([
    ...causes(components, seatView, result).map(([n, why]) => [`points${n}${why}`, [t("katharina.count.points", { n }), why && `(${why})`].join(" "), html`+<${Points} n=${n} />${why && html`<span class="ka-plus-city ka-plus-why">\u00a0${why}</span>`}`]),
    favour && [`favour${favour}`, t("katharina.board.climbed", { n: favour }), html`+${favour}<${Symbol} kind="favour" />`],
    drawn && [`drawn${drawn}`, t("katharina.board.drawn", { n: drawn }), html`+${drawn}<${Symbol} kind="card" />`],
    cities.length && [`cities${cities}`, joinList(cities.map((city) => named(components, "city", city))), html`${cities.map(() => html`<${Symbol} kind="house" />`)}${cities.length === 1 && html`<span class="ka-plus-city">${named(components, "city", cities[0])}</span>`}`],
    tiles.length && [`tiles${tiles}`, joinList(tiles.map((good) => named(components, "symbol", good))), html`+${tiles.map((good) => html`<${Symbol} kind=${good} />`)}`],
  ].filter(Boolean));
  const words = `${t("katharina.board.happened")}: ${parts.map((part) => part[1]).join(", ") || t("katharina.board.got_nothing")}`;
  return html`<span class="ka-got" role="img" aria-label=${words} title=${words}>${parts.map(([key, , sign]) => html`<span key=${key} class="ka-plus">${sign}</span>`)}${!parts.length && html`<span key="none" class="soft">–</span>`}</span>`;
}

/** Draws each seat's cannons and books, and for some seconds what the last round gave it.
 * @param {any} components @param {any} view @param {(version: number) => Line | null} lineAt @param {number} version
 */
export function gains(components, view, lineAt, version) {
  const results = resultsOfRound(lineAt, version);
  return Object.values(view.seats).map(({ cannons, books }, seat) => html`<span class="ka-gains"><${Got} key=${JSON.stringify(results[seat])} components=${components} seatView=${view.seats[seat]} result=${results[seat]} /><${Symbol} kind="cannon" label=${t("katharina.board.cannons")} />${cannons} <${Symbol} kind="book" label=${t("katharina.board.books")} />${books}</span>`);
}
