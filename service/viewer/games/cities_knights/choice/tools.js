/** What a seat can do now, put together from the listed commands and the forms: one tool for each thing to do. */

import { numbersOf } from "../../../asking/keys.js";

/** @typedef {import("./narrow.js").Command} Command */

/** A form stands for commands of which there are too many to list.
 * @typedef {{t: "cards", command: string, among: Record<string, number>, count: number} | {t: "offer", command: string, give: Record<string, number>, to?: number[], offer?: number}} Form
 */

/** A thing to do: its listed commands, or its form. `group` is where it stands in the bar.
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
/** What belongs to an offer on the table, and is done right there. */
const AT_OFFERS = new Set(["accept-offer", "decline-offer", "withdraw-offer", "confirm-trade"]);
/** In the turn these stand in the bar even while they cannot be done: with what they cost. */
export const ALWAYS = ["road", "settlement", "city", "wall", "recruit", "activate", "promote", "move", "level.trade", "level.politics", "level.science", "bank", "offer"];
/** The kind of command that stands for each tool. */
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

/** What a tool that is off is refused as: the kind of its commands, and which of them.
 * @param {string} id
 * @returns {import("../../../asking/why.js").Wanted}
 */
export const refusedAs = (id) => (id.startsWith("level.") ? { kind: "buy-level", of: id.slice("level.".length) } : { kind: KINDS[id] });

/** The numbers that press tools; ending the turn has a letter.
 * @param {readonly Tool[]} tools
 * @param {boolean} acting
 */
export const numbers = (tools, acting) => numbersOf(
  acting ? ALWAYS : [],
  tools.map(({ id }) => id).filter((id) => id !== "end"),
);

/** All that can be done, in the order of the bar.
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

/** What can be done about the offers on the table, by the number of the offer.
 * @param {readonly Command[]} options
 * @returns {Map<number, Command[]>}
 */
export function atOffers(options) {
  const found = new Map();
  for (const command of options) if (AT_OFFERS.has(command.t)) found.set(command.offer, [...(found.get(command.offer) ?? []), command]);
  return found;
}

/** Whether a tool is done by one click: it leaves nothing to say.
 * @param {Tool} tool
 */
export const atOnce = (tool) => tool.id === "roll" || tool.id === "end";

/** How many cards a draft has.
 * @param {Record<string, number>} counts
 */
export const sum = (counts) => Object.values(counts).reduce((total, count) => total + count, 0);

/** What was put together for a form. @typedef {{cards: Record<string, number>, give: Record<string, number>, want: Record<string, number>, to: number[]}} Filled */

/** @type {Filled} */
export const UNFILLED = { cards: {}, give: {}, want: {}, to: [] };

/** What a form begins with: a counter-offer is the offer turned round, as far as the hand goes.
 * @param {Form | null} form
 * @param {Record<string, any>} [offers] those on the table
 * @returns {Filled}
 */
export function filledFirst(form, offers = {}) {
  const offer = form?.t === "offer" && form.offer !== undefined ? offers[form.offer] : null;
  if (!offer || form?.t !== "offer") return UNFILLED;
  const give = Object.fromEntries(Object.entries(offer.want).map(([kind, n]) => [kind, Math.min(Number(n), form.give[kind] ?? 0)]));
  return { ...UNFILLED, give, want: offer.give };
}

/** The command that a form and what was filled in make; null as long as something is missing.
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

/** The counts with one kind changed, within what there is and what is wanted.
 * @param {Record<string, number>} counts
 * @param {string} kind
 * @param {number} by
 * @param {number} most of this kind
 * @param {number} [all] of all kinds together
 * @returns {Record<string, number>}
 */
export function changed(counts, kind, by, most, all = Infinity) {
  const now = counts[kind] ?? 0;
  const room = Math.min(most, now + all - sum(counts));
  return { ...counts, [kind]: Math.max(0, Math.min(room, now + by)) };
}
