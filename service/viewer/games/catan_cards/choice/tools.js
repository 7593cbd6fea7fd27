/** The tools of a seat, built from the listed commands and the forms: one tool for each possible action. */

import { assignNumbers } from "../../../asking/keys.js";
import { cardOf } from "../box.js";

/** @typedef {import("./narrow.js").Command} Command */

/** A form that stands for commands too numerous to list.
 * @typedef {{t: "cards", command: string, among: string[], count: number, stacks?: number[], stack?: boolean}} CardsForm
 * @typedef {{t: "layout", command: string, regions: string[], feeling?: boolean, among?: string[], count?: number}} LayoutForm
 * @typedef {{t: "trade", command: string, give: string[], into: string[], most: number, card?: string}} TradeForm
 * @typedef {{t: "deck", command: string, cards: number, events: number}} DeckForm
 * @typedef {{t: "payment", command: string, regions: string[], price?: Record<string, number>, any?: number, card?: string, drop?: string, give?: string}} PaymentForm
 * @typedef {CardsForm | LayoutForm | TradeForm | DeckForm | PaymentForm} Form
 */

/** A possible action: its listed commands, and its form. `group` is its place in the bar.
 * @typedef {{id: string, group: "build" | "cards" | "trade" | "hand" | "answer" | "turn", card?: string, options: Command[], form: Form | null}} Tool
 */

/** @type {Record<string, [id: string, group: Tool["group"]]>} */
const KNOWN = {
  "build-road": ["road", "build"],
  "build-settlement": ["settlement", "build"],
  "build-city": ["city", "build"],
  demolish: ["demolish", "build"],
  "fetch-action": ["fetch", "cards"],
  "trade-with-bank": ["bank", "trade"],
  "offer-trade": ["offer", "trade"],
  "search-for-card": ["search", "hand"],
  exchange: ["exchange", "hand"],
  "fetch-artwork": ["artwork", "hand"],
  roll: ["roll", "turn"],
  "end-actions": ["end", "turn"],
  "end-turn": ["end", "turn"],
  decline: ["decline", "turn"],
  "pay-star": ["pay-star", "turn"],
};
/** The tools that the bar shows throughout the player's actions, even while they are disabled. @type {Tool[]} */
const ALWAYS = ["build-road", "build-settlement", "build-city", "trade-with-bank", "offer-trade"].map((kind) => ({ id: KNOWN[kind][0], group: KNOWN[kind][1], options: [], form: null }));
const SEARCH = /** @type {Tool} */ ({ id: "search", group: "hand", options: [], form: null });

/** Returns the tools that the bar shows for a question even while they are disabled. @param {boolean} building @param {any} prompt */
export const lasting = (building, prompt) => (building ? ALWAYS : prompt.t === "fill-hand" && prompt.left > 0 ? [SEARCH] : []);

/** Returns how many resources a search costs now. @param {readonly Form[]} forms @param {any} components @returns {number} */
export const searchPrice = (forms, components) => /** @type {any} */ (forms.find(({ command }) => command === "search-for-card"))?.any ?? components.limits.search_price;

/** Returns how many resources of a kind the bank takes for another. @param {string} kind @param {any} components @param {any} seat */
export function rateOf(kind, components, seat) {
  const built = Object.keys(seat.built ?? {}).map((id) => cardOf(components, id)).filter(({ resource }) => resource === kind);
  return built.some(({ id }) => id === "mint") ? 1 : built.some(({ unit }) => unit === "fleet") ? 2 : components.limits.bank_rate;
}

/** The kind of command that each tool gives. */
const KINDS = Object.fromEntries(Object.entries(KNOWN).map(([kind, [id]]) => [id, kind]));
const OF_A_CARD = new Set(["build-card", "place-feeling", "play-card", "play-caravan", "play-courage", "play-joust", "play-growth", "play-alchemist"]);
const IN_USE = new Set(["move-feeling", "use-common-land", "use-hospital", "move-theater"]);
const RANKS = ["roll", "road", "settlement", "city", "card", "use", "fetch", "bank", "offer", "demolish", "draw", "search", "artwork", "exchange", "pay-star"];

/** @param {{t: string, card?: string | null, stack?: number}} command @returns {Pick<Tool, "id" | "group" | "card">} */
function toolOf({ t, card, stack }) {
  if (t === "draw-card") return { id: `draw.${stack}`, group: "hand" };
  if (card && OF_A_CARD.has(t)) return { id: `card.${card}`, group: "cards", card };
  if (card && IN_USE.has(t)) return { id: `use.${card}`, group: "cards", card };
  const [id, group] = KNOWN[t] ?? [t, "answer"];
  return { id, group };
}

/** Returns the kind of command whose refusal explains why a tool is disabled.
 * @param {string} id
 * @returns {import("../../../asking/why.js").Wanted}
 */
export const refusedAs = (id) => ({ kind: KINDS[id] });

/** Returns the number keys that activate tools; the tool that ends the turn has a letter key instead.
 * @param {readonly Tool[]} tools
 * @param {boolean} acting
 */
export const numbers = (tools, acting) => assignNumbers(
  acting ? ALWAYS.map(({ id }) => id) : [],
  tools.map(({ id }) => id).filter((id) => id !== "end"),
);

/** Returns all tools in the order of the bar.
 * @param {readonly Command[]} options
 * @param {readonly Form[]} forms
 * @param {any} prompt
 * @returns {Tool[]}
 */
export function toolsOf(options, forms, prompt) {
  /** @type {Map<string, Tool>} */
  const tools = new Map();
  for (const form of forms) {
    if (form.t === "payment" && form.command !== "pay-tax") continue;
    const what = toolOf({ t: form.command, card: /** @type {any} */ (form).card });
    tools.set(what.id, { ...what, options: [], form });
  }
  for (const command of options) {
    const what = toolOf(command);
    const tool = tools.get(what.id) ?? { ...what, options: [], form: null };
    tools.set(what.id, tool);
    tool.options.push(command);
  }
  for (const tool of tools.values()) tool.form ??= severalOf(tool, prompt);
  return [...tools.values()].sort((one, other) => rank(one) - rank(other));
}

/** Returns a form for an answer that names several cards, even though its commands are listed.
 * @param {Tool} tool
 * @param {any} prompt
 * @returns {CardsForm | null}
 */
function severalOf({ options }, prompt) {
  const { t, cards, stack } = options[0] ?? {};
  if (!Array.isArray(cards)) return null;
  const among = [...new Set(options.flatMap((command) => command.cards))];
  const stacks = stack === undefined ? {} : { stacks: [...new Set(options.map((command) => command.stack))], stack: true };
  return { t: "cards", command: t, among, count: Math.max(...options.map((command) => command.cards.length), Math.min(prompt.count ?? 0, among.length)), ...stacks };
}

/** @param {Tool} tool */
function rank({ id }) {
  if (id === "end" || id === "decline") return 1000;
  const known = RANKS.indexOf(id.split(".")[0]);
  return known < 0 ? RANKS.length : known;
}

/** Returns whether one click completes a tool, without further input.
 * @param {Tool} tool
 */
export const atOnce = ({ id, group }) => group === "turn" || id.startsWith("draw.");

/** Returns the form for a command's payment; null if there is only one way to pay.
 * @param {readonly Form[]} forms
 * @param {Command | null} command
 * @returns {PaymentForm | null}
 */
export function paymentOf(forms, command) {
  if (!command || (command.t === "exchange" && !command.search)) return null;
  const agrees = (/** @type {any} */ form) =>
    form.t === "payment" && form.command === command.t && (form.card ?? null) === (form.any ? null : (command.card ?? null)) && (form.drop ?? null) === (command.drop ?? null) && (form.give ?? null) === (command.t === "trade-with-bank" ? command.give : null);
  return /** @type {PaymentForm | null} */ (forms.find(agrees) ?? null);
}
