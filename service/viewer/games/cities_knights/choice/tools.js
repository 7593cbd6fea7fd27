/** The tools of a seat, built from the listed commands and the forms: one tool for each possible action. */

import { assignNumbers } from "../../../asking/keys.js";

/** @typedef {import("./narrow.js").Command} Command */

/** A form that stands for commands too numerous to list.
 * @typedef {{t: "cards", command: string, among: Record<string, number>, count: number} | {t: "offer", command: string, give: Record<string, number>, to?: number[], offer?: number}} Form
 */

/** A possible action: its listed commands, or its form. `group` is its place in the bar.
 * @typedef {{id: string, group: "build" | "knights" | "improve" | "trade" | "cards" | "turn" | "answer", card?: string, track?: string, options: Command[], form: Form | null}} Tool
 */

/** @type {Record<string, [id: string, group: Tool["group"]]>} */
const KNOWN = {
  "build-road": ["road", "build"],
  "build-settlement": ["settlement", "build"],
  "build-city": ["city", "build"],
  "build-wall": ["wall", "build"],
  "recruit-knight": ["recruit", "knights"],
  "activate-knight": ["activate", "knights"],
  "promote-knight": ["promote", "knights"],
  "move-knight": ["move", "knights"],
  "chase-robber": ["chase", "knights"],
  "trade-with-bank": ["bank", "trade"],
  "offer-trade": ["offer", "trade"],
  "counter-offer": ["counter", "trade"],
  "offer-at-harbor": ["harbor", "trade"],
  "discard-progress": ["give-up", "cards"],
  roll: ["roll", "turn"],
  "end-turn": ["end", "turn"],
};
/** The commands that answer an offer on the table, which has buttons for them. */
const AT_OFFERS = new Set(["accept-offer", "decline-offer", "withdraw-offer", "confirm-trade"]);
/** The tools that the bar shows, with their costs, throughout the player's turn, even while they are disabled. */
export const ALWAYS = ["road", "settlement", "city", "wall", "recruit", "activate", "promote", "move", "level.trade", "level.politics", "level.science", "bank", "offer"];
/** The kind of command that each tool gives. */
const KINDS = Object.fromEntries(Object.entries(KNOWN).map(([kind, [id]]) => [id, kind]));
const RANKS = ["roll", ...ALWAYS.slice(0, 8), "chase", ...ALWAYS.slice(8), "harbor"];
const LAST = ["give-up", "end"];

/** @param {Command} command @returns {Pick<Tool, "id" | "group" | "card" | "track">} */
function toolOf(command) {
  if (command.t === "buy-level") return { id: `level.${command.track}`, group: "improve", track: command.track };
  if (command.t.startsWith("play-")) return { id: `card.${command.card}`, group: "cards", card: command.card };
  if (command.t === "spend-card") return { id: `burn.${command.card}`, group: "cards", card: command.card };
  const [id, group] = KNOWN[command.t] ?? [command.t, "answer"];
  return { id, group };
}

/** Returns the kind of command, and its track if it has one, whose refusal explains why a tool is disabled.
 * @param {string} id
 * @returns {import("../../../asking/why.js").Wanted}
 */
export const refusedAs = (id) => (id.startsWith("level.") ? { kind: "buy-level", of: id.slice("level.".length) } : { kind: KINDS[id] });

/** Returns the number keys that activate tools; the tool that ends the turn has a letter key instead.
 * @param {readonly Tool[]} tools
 * @param {boolean} acting
 */
export const numbers = (tools, acting) => assignNumbers(
  acting ? ALWAYS : [],
  tools.map(({ id }) => id).filter((id) => id !== "end"),
);

/** Returns all tools in the order of the bar.
 * @param {readonly Command[]} options
 * @param {readonly Form[]} forms
 * @returns {Tool[]}
 */
export function toolsOf(options, forms) {
  /** @type {Map<string, Tool>} */
  const tools = new Map();
  for (const form of forms) {
    const [id, group] = KNOWN[form.command] ?? [form.command, "answer"];
    tools.set(id, { id, group, options: [], form });
  }
  for (const command of options) {
    if (AT_OFFERS.has(command.t)) continue;
    const what = toolOf(command);
    const tool = tools.get(what.id) ?? { ...what, options: [], form: null };
    tools.set(what.id, tool);
    if (!tool.form) tool.options.push(command);
  }
  return [...tools.values()].sort((one, other) => rank(one) - rank(other));
}

/** @param {Tool} tool */
function rank({ id }) {
  if (LAST.includes(id)) return 1000 + LAST.indexOf(id);
  const known = RANKS.indexOf(id);
  return known < 0 ? RANKS.length : known;
}

/** Returns the commands for the offers on the table, by offer number.
 * @param {readonly Command[]} options
 * @returns {Map<number, Command[]>}
 */
export function atOffers(options) {
  const found = new Map();
  for (const command of options) if (AT_OFFERS.has(command.t)) found.set(command.offer, [...(found.get(command.offer) ?? []), command]);
  return found;
}

/** Returns whether one click completes a tool, without further input.
 * @param {Tool} tool
 */
export const atOnce = (tool) => tool.id === "roll" || tool.id === "end";

/** Returns the number of cards of all kinds together.
 * @param {Record<string, number>} counts
 */
export const sum = (counts) => Object.values(counts).reduce((total, count) => total + count, 0);

/** The content of a form. @typedef {{cards: Record<string, number>, give: Record<string, number>, want: Record<string, number>, to: number[]}} Filled */

/** @type {Filled} */
export const UNFILLED = { cards: {}, give: {}, want: {}, to: [] };

/** Returns the initial content of a form: a counter-offer reverses the offer, as far as the hand allows.
 * @param {Form | null} form
 * @param {Record<string, any>} [offers] the offers on the table
 * @returns {Filled}
 */
export function filledFirst(form, offers = {}) {
  const offer = form?.t === "offer" && form.offer !== undefined ? offers[form.offer] : null;
  if (!offer || form?.t !== "offer") return UNFILLED;
  const give = Object.fromEntries(Object.entries(offer.want).map(([kind, n]) => [kind, Math.min(Number(n), form.give[kind] ?? 0)]));
  return { ...UNFILLED, give, want: offer.give };
}

/** Returns the command that a filled form makes; null if something is missing.
 * @param {Form} form
 * @param {Filled} filled
 * @returns {Command | null}
 */
export function formed(form, { cards, give, want, to }) {
  if (form.t === "cards") return sum(cards) === form.count ? { t: form.command, cards: some(cards) } : null;
  if (!sum(give) || !sum(want)) return null;
  const terms = { t: form.command, give: some(give), want: some(want) };
  if (form.offer) return { ...terms, offer: form.offer };
  const seats = [...to].sort();
  return seats.length && seats.length < (form.to?.length ?? 0) ? { ...terms, to: seats } : terms;
}

/** @param {Record<string, number>} counts */
const some = (counts) => Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));

/** Returns the counts of cards with one kind changed, within the limits.
 * @param {Record<string, number>} counts
 * @param {string} kind
 * @param {number} by
 * @param {number} most the limit of this kind
 * @param {number} [all] the limit of all kinds together
 * @returns {Record<string, number>}
 */
export function changed(counts, kind, by, most, all = Infinity) {
  const now = counts[kind] ?? 0;
  const room = Math.min(most, now + all - sum(counts));
  return { ...counts, [kind]: Math.max(0, Math.min(room, now + by)) };
}
