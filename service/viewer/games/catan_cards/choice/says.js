/** Texts for the choice that a seat must make: questions, tools, steps, values and whole answers. */

import { t } from "../../../words/words.js";
import { cardName, countsInWords, kindsOf, named, regionName, titleOf } from "../box.js";
import { naming } from "../sentences.js";

/** Returns the text of the first key that has one.
 * @param {string[]} keys
 * @param {Record<string, any>} [params]
 */
function first(keys, params) {
  for (const key of keys) {
    const text = t(key, params);
    if (text !== key) return text;
  }
  return keys.at(-1) ?? "";
}

/** Returns a question as text.
 * @param {any} prompt
 * @param {any} props
 * @returns {string}
 */
export function question(prompt, { components, view, own, seats }) {
  const name = naming(seats);
  const ask = (/** @type {string} */ key, params = {}) => t(`catan_cards.ask.${key}`, params);
  const why = prompt.why ? t(`catan_cards.why.${prompt.why}`) : "";
  const of = (/** @type {string[]} */ regions) => countsInWords(components, kindsOf(components, regions));
  switch (prompt.t) {
    case "choose-layout":
      return ask(prompt.hand ? "choose-layout.hand" : prompt.feeling ? "choose-layout.feeling" : "choose-layout", { n: prompt.hand });
    case "take-cards":
      return ask("take-cards", { n: prompt.count, stack: prompt.stack });
    case "fill-hand":
      return ask(prompt.left > 0 ? "fill-hand" : prompt.exchange ? "fill-hand.exchange" : "fill-hand.done", { n: prompt.left });
    case "pay-star":
    case "receive":
    case "give":
      return ask(prompt.t, { why, who: name(prompt.giver ?? prompt.to ?? own), kind: prompt.kind ? named(components, "kind", prompt.kind) : "" });
    case "gain":
    case "shed":
      return ask(prompt.t, { n: prompt.count, why });
    case "take":
      return ask("take", { who: name(prompt.victim), n: prompt.count, why });
    case "yield-from":
      return ask("yield-from", { who: name(prompt.to), kind: named(components, "kind", prompt.kind), why });
    case "pay-tax":
      return ask("pay-tax", { n: prompt.count });
    case "choose-unit":
    case "steal-card":
    case "take-unit":
      return ask(prompt.t, { who: name(prompt.victim) });
    case "remove-cards":
      return ask("remove-cards", { who: name(prompt.victim), n: prompt.count });
    case "swap-card":
    case "pick-card":
      return ask(prompt.t, { stack: prompt.stack });
    case "protect":
      return ask("protect", { card: cardName(components, prompt.against), who: name(view.playing?.[0]?.seat ?? 1 - own) });
    case "choose-target":
      return ask("choose-target", { who: name(prompt.victim), card: cardName(components, prompt.by) });
    case "name-units":
      return ask("name-units", { n: prompt.count, who: name(prompt.to) });
    case "place-region":
      return ask("place-region", { region: regionName(components, prompt.region) });
    case "answer-offer":
      return ask("answer-offer", { who: name(prompt.by), given: of(prompt.give), taken: of(prompt.into) });
    default:
      return ask(prompt.t);
  }
}

/** The event or card that causes a question, if the question does not name it. @type {Record<string, string>} */
const ASKED_BY = { "pay-tax": "unrest", "choose-unit": "civil_war", "remove-cards": "conflict", "search-stack": "master_builder", "swap-card": "master_builder", "steal-card": "spy", "name-units": "statue", "take-unit": "statue", "scout-regions": "scout" };
const PRINTED = /** @type {const} */ ([["face", "face_texts"], ["event", "event_texts"], ["card", "card_texts"]]);

/** Returns the event or card that causes a question, with its printed name and sentence; null if there is none.
 * @param {any} prompt
 * @param {any} components
 * @returns {{id: string, name: string, text: string} | null}
 */
export function reasonOf(prompt, components) {
  const card = prompt.against ?? prompt.by;
  const id = typeof card === "string" ? titleOf(card) : (prompt.why?.replaceAll("-", "_") ?? ASKED_BY[prompt.t] ?? "");
  for (const [names, texts] of PRINTED) {
    const text = named(components, texts, id);
    if (text !== id) return { id, name: named(components, names, id), text };
  }
  return null;
}

/** Returns the name of a tool.
 * @param {import("./tools.js").Tool} tool
 * @param {any} components
 * @returns {string}
 */
export function toolName({ id, card, options, form }, components) {
  const [kind, n] = id.split(".");
  if (!card) return t(`catan_cards.tool.${id === "end" ? (options[0]?.t ?? "end-turn") : kind}`, { n });
  const name = cardName(components, card);
  if (id.startsWith("use.")) return t("catan_cards.tool.use", { name });
  return t(options[0]?.t === "build-card" ? "catan_cards.tool.build" : options[0]?.t === "place-feeling" ? "catan_cards.tool.lay" : "catan_cards.tool.play", { name, form: form?.t ?? "" });
}

/** Returns the text that asks for the next pick, in a field of a command.
 * @param {string} tag of the command
 * @param {string} field
 */
export const stepText = (tag, field) => first([`catan_cards.step.${tag}.${field}`, `catan_cards.step.${field}`]);

/** Returns a place on the axis as text, with the regions beside it.
 * @param {string} site
 * @param {any} components
 * @param {any} seat
 */
function siteName(site, components, seat) {
  const [at, side] = site.split(":");
  const slot = Number(at);
  const near = Object.entries(seat.regions ?? {})
    .filter(([, one]) => Math.abs(one.slot - slot) <= (slot % 2 ? 1 : 0) && (!side || one.side === side))
    .map(([id]) => regionName(components, id));
  const what = seat.cities?.includes(slot) ? named(components, "piece", "city") : seat.settlements?.includes(slot) ? named(components, "piece", "settlement") : slot % 2 ? t("catan_cards.place.new_settlement") : named(components, "piece", "road");
  const where = near.length ? t("catan_cards.place.between", { what, regions: near.join(" / ") }) : t(slot < 0 ? "catan_cards.place.left_end" : "catan_cards.place.right_end", { what });
  return side ? t(`catan_cards.place.${side}`, { place: where }) : where;
}

/** Returns a field's value as text.
 * @param {string} field
 * @param {any} value
 * @param {any} props
 * @param {string} tag
 * @returns {string}
 */
export function valueText(field, value, { components, seat }, tag) {
  if (value === null) return first([`catan_cards.none.${tag}.${field}`, `catan_cards.none.${field}`, "catan_cards.none"]);
  switch (field) {
    case "site":
      return siteName(value, components, seat);
    case "side":
      return t(`catan_cards.side.${value}`);
    case "above":
    case "below":
    case "region":
    case "source":
    case "into":
      return regionName(components, value);
    case "give":
      return components.kinds.includes(value) ? named(components, "kind", value) : regionName(components, value);
    case "drop":
      return t("catan_cards.value.drop", { kind: named(components, "kind", value) });
    case "scout":
      return t("catan_cards.value.scout", { name: cardName(components, value) });
    case "search":
      return t("catan_cards.value.search");
    case "stack":
    case "under":
      return t("catan_cards.value.stack", { n: value });
    case "demand":
      return t(`catan_cards.value.${value}`);
    case "card":
    case "knight":
    case "against":
    case "take":
    case "put":
      return cardName(components, value);
    default:
      return String(value);
  }
}

/** Returns a command as text.
 * @param {any} command
 * @param {string} what the name of the command's tool
 * @param {any} props
 * @returns {string}
 */
export function commandText(command, what, props) {
  const { components, tool } = props;
  const of = (/** @type {string[]} */ regions) => countsInWords(components, kindsOf(components, regions));
  const value = (/** @type {string} */ field, /** @type {any} */ one) => valueText(field, one, props, command.t);
  const details = [
    command.cards && Array.isArray(command.cards) && command.cards.map((/** @type {string} */ card) => cardName(components, card)).join(", "),
    command.cards && !Array.isArray(command.cards) && t("catan_cards.answer.deck", { n: Object.values(command.cards).reduce((/** @type {number} */ sum, /** @type {any} */ n) => sum + n, 0) }),
    command.regions && command.regions.map((/** @type {string} */ id) => regionName(components, id)).join(", "),
    command.feeling && t("catan_cards.answer.feeling", { region: regionName(components, command.feeling) }),
    command.hand?.length && command.hand.map((/** @type {string} */ card) => cardName(components, card)).join(", "),
    Array.isArray(command.give) && t("catan_cards.answer.terms", { give: of(command.give), want: of(command.into) }),
    !tool?.card && command.card && value("card", command.card),
    ...["knight", "against", "demand", "number", "region", "source", "take", "put", "stack", "under", "side", "above", "below", "scout", "drop"].filter((field) => command[field] !== undefined && !(field === "side" && command.slot !== undefined) && !(field === "stack" && command.t === "draw-card")).map((field) => value(field, command[field])),
    command.slot !== undefined && value("site", command.side ? `${command.slot}:${command.side}` : `${command.slot}`),
    typeof command.give === "string" && value("give", command.give),
    typeof command.into === "string" && t("catan_cards.answer.into", { region: regionName(components, command.into) }),
    command.search && value("search", true),
    command.t === "steal-card" && !command.card && value("card", null),
    command.pay && t("catan_cards.answer.pays", { what: command.pay.map((/** @type {string} */ id) => regionName(components, id)).join(", ") }),
    command.stacks && command.stacks.map((/** @type {number} */ n) => value("stack", n)).join(", "),
  ].filter(Boolean);
  return details.length ? t("catan_cards.answer", { what, details: details.join("; ") }) : t("catan_cards.answer.only", { what });
}

/** Returns a refusal as text; the service's message if the page has no text for it.
 * @param {any} problem
 * @returns {string}
 */
export const problemText = (problem) => first([`catan_cards.problem.${problem.status === 0 ? "unreachable" : problem.kind}`, "catan_cards.problem"], { message: problem.message });
