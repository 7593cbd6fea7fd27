/** Texts of questions, tools, commands and refusals. */

import { t } from "../../../words/words.js";
import { cardOf, countsInWords, named } from "../box.js";
import { naming } from "../sentences.js";
import { placeName } from "./places.js";

/** @typedef {{components: any, view: any, seats: import("../../../types.d.ts").SeatInfo[], own: number}} Known */

/** Returns the text of the first key that has one.
 * @param {string[]} keys
 * @param {Record<string, any>} [params]
 */
function first(keys, params) {
  const last = keys[keys.length - 1];
  for (const key of keys) {
    const text = t(key, params);
    if (text !== key || key === last) return text;
  }
  return last;
}

/** Returns the question as text.
 * @param {any} prompt
 * @param {Known} known
 * @returns {string}
 */
export function question(prompt, { components, view, seats, own }) {
  const name = naming(seats);
  switch (prompt.t) {
    case "place-start":
      return t(prompt.city ? "cities_knights.ask.place-start.city" : "cities_knights.ask.place-start");
    case "discard":
      return t("cities_knights.ask.discard", { n: prompt.count });
    case "discard-progress":
      return t("cities_knights.ask.discard-progress", { n: prompt.count });
    case "place-metropolis":
      return t("cities_knights.ask.place-metropolis", { track: named(components, "track", components.tracks[prompt.track].id) });
    case "give-commodity":
      return t("cities_knights.ask.give-commodity", { who: name(prompt.by), kind: named(components, "kind", prompt.kind) });
    case "give-cards":
      return t("cities_knights.ask.give-cards", { n: prompt.count, who: name(prompt.to) });
    case "take-cards":
      return t("cities_knights.ask.take-cards", { n: prompt.count, who: name(prompt.victim) });
    case "take-progress":
      return t("cities_knights.ask.take-progress", { who: name(prompt.victim) });
    case "surrender-knight":
      return t("cities_knights.ask.surrender-knight", { who: name(prompt.to) });
    case "answer-offer":
      return t("cities_knights.ask.answer-offer", { who: name(view.offers?.[prompt.offer]?.seat ?? view.active) });
    case "act":
      return (view.seats[own].progress?.length ?? 0) > components.progress_limit ? t("cities_knights.ask.act.full", { n: view.seats[own].progress.length - components.progress_limit }) : t("cities_knights.ask.act");
    default:
      return t(`cities_knights.ask.${prompt.t}`);
  }
}

/** Returns the name of a tool.
 * @param {{id: string, card?: string, track?: string}} tool
 * @param {any} components
 * @param {any} seat the view of the player's seat
 * @returns {string}
 */
export function toolName({ id, card }, components, seat) {
  const [what, track] = id.split(".");
  if (card) {
    const name = named(components, "card", cardOf(components, card).id);
    return what === "burn" ? t("cities_knights.tool.burn", { name }) : name;
  }
  if (what !== "level") return t(`cities_knights.tool.${id}`);
  const level = Math.min(seat.levels[track] + 1, components.tracks[0].costs.length);
  return t("cities_knights.tool.level", { track: named(components, "track", track), level, name: named(components, "level", `${track}.${level}`) });
}

/** Returns the text that asks for the next pick, in a field of a command.
 * @param {string} tag of the command
 * @param {string} field
 */
export const stepText = (tag, field) => first([`cities_knights.step.${tag}.${field}`, `cities_knights.step.${field}`]);

/** Returns a command as text.
 * @param {any} command
 * @param {string} what the name of the command's tool
 * @param {Known} known
 * @returns {string}
 */
export function commandText(command, what, { components, view, seats }) {
  const name = naming(seats);
  const place = (/** @type {import("./pick.js").PlaceKind} */ kind, /** @type {number} */ number) => placeName(components, view, kind, number);
  const details = [
    command.give && command.want && t("cities_knights.answer.terms", { give: countsInWords(components, command.give), want: countsInWords(components, command.want) }),
    typeof command.give === "string" && t("cities_knights.answer.terms", { give: named(components, "kind", command.give), want: countsInWords(components, command.take) }),
    command.cards && !Array.isArray(command.cards) && countsInWords(components, command.cards),
    Array.isArray(command.cards) && command.cards.map((/** @type {string} */ card) => named(components, "card", cardOf(components, card).id)).join(", "),
    command.seat !== undefined && name(command.seat),
    command.to && command.to.map(name).join(", "),
    command.start !== undefined && t("cities_knights.answer.from", { place: place("corners", command.start) }),
    command.corner !== undefined && place("corners", command.corner),
    command.corners && command.corners.map((/** @type {number} */ corner) => place("corners", corner)).join(" + "),
    command.edge !== undefined && place("edges", command.edge),
    command.rebuild !== undefined && t("cities_knights.answer.rebuilt", { place: place("edges", command.rebuild) }),
    command.hex !== undefined && place("hexes", command.hex),
    command.hexes && command.hexes.map((/** @type {number} */ hex) => place("hexes", hex)).join(" ↔ "),
    command.t !== "buy-level" && (command.deck ?? command.track) && named(components, "track", command.deck ?? command.track),
    command.kind && named(components, "kind", command.kind),
    command.red && `${command.red} + ${command.yellow}`,
    command.level && named(components, "piece", ["basic_knight", "strong_knight", "mighty_knight"][command.level - 1]),
    command.t === "take-progress" && command.card && named(components, "card", cardOf(components, command.card).id),
  ].filter(Boolean);
  return details.length ? t("cities_knights.answer", { what, details: details.join("; ") }) : t("cities_knights.answer.only", { what });
}

/** Returns a refusal as text; the service's message if the page has no text for it.
 * @param {any} problem
 * @returns {string}
 */
export function problemText(problem) {
  const kind = problem.status === 0 ? "unreachable" : problem.kind;
  return first([`cities_knights.problem.${kind}.${problem.code}`, `cities_knights.problem.${kind}`, "cities_knights.problem"], { message: problem.message });
}
