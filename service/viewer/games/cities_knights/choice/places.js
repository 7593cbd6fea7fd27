/** Places on the island as text, and the possible picks of an open tool. */

import { t } from "../../../words/words.js";
import { cardOf, named } from "../box.js";
import { ghostOf } from "./ghosts.js";
import { PLACES, fieldsOf, picked, valuesOf } from "./narrow.js";
import { nothing } from "./pick.js";

/**
 * @typedef {import("./pick.js").Picks} Picks
 * @typedef {import("./pick.js").PlaceKind} PlaceKind
 * @typedef {import("./tools.js").Tool} Tool
 * @typedef {{tool: Tool | null, tools: Tool[], picks: import("./narrow.js").Picked[], command: any, what: string}} Chosen
 * @typedef {{set(field: string, value: any): void, open(id: string): void, send(): void, stop(key: string): void}} Acts
 */

/** The names of a hex's corners and edges, in their order. */
const CORNERS = ["N", "NE", "SE", "S", "SW", "NW"];
const EDGES = ["NE", "E", "SE", "SW", "W", "NW"];

/** Returns a place with its surroundings: "fields 8, hills 5, sea", or, if that is ambiguous, "fields 8, sea, north".
 * @param {any} components
 * @param {any} view
 * @param {PlaceKind} kind
 * @param {number} number
 * @returns {string}
 */
export function placeName(components, view, kind, number) {
  const hexName = (/** @type {number} */ hex) => [named(components, "terrain", view.terrain[hex]), view.tokens[hex] || ""].filter(Boolean).join(" ");
  if (kind === "hexes") return hexName(number);
  /** @type {number[]} */
  const corners = kind === "corners" ? [number] : components.edges[number].ends;
  /** @type {number[]} */
  const around = components.hexes.flatMap((/** @type {any} */ hex, /** @type {number} */ at) => (corners.every((corner) => hex.corners.includes(corner)) ? [at] : []));
  const names = around.map(hexName);
  if (kind === "edges" && names.length === 2) return t("cities_knights.place.between", { one: names[0], other: names[1] });
  if (names.length === 3) return names.join(", ");
  const side = around.length === 1 ? [t(`cities_knights.side.${sideOf(components.hexes[around[0]].corners, corners)}`)] : [];
  return [...names, t("cities_knights.place.sea"), ...side].join(", ");
}

/** @param {number[]} all the corners of a hex @param {number[]} some one corner, or the two that an edge joins */
function sideOf(all, some) {
  const [one, other] = some.map((corner) => all.indexOf(corner)).sort((a, b) => a - b);
  if (other === undefined) return CORNERS[one];
  return EDGES[other - one === 1 ? one : other];
}

/** Returns the possible picks for the open tool; if none is open, the progress cards that can be played.
 * @param {Chosen} chosen
 * @param {any} components
 * @param {any} view
 * @param {any} seat the view of the player's seat
 * @param {string | null} stop the place where the Tab key stops
 * @param {Acts} acts
 * @param {any} [prompt] the open question
 * @returns {Picks}
 */
export function shownPicks({ tool, tools, picks, command, what }, components, view, seat, stop, acts, prompt) {
  const shown = nothing();
  for (const { field, values } of tool && !tool.form ? fieldsOf(tool.options, picks) : []) {
    const kind = PLACES[field];
    if (kind) for (const value of values) put(shown, kind, field, value);
  }
  const keys = (/** @type {PlaceKind[]} */ (["corners", "edges", "hexes"])).flatMap((kind) => [...shown[kind].keys()].map((number) => `${kind} ${number}`));
  const first = keys.includes(stop ?? "") ? stop : keys[0];
  for (const kind of /** @type {PlaceKind[]} */ (["corners", "edges", "hexes"])) for (const [number, place] of shown[kind]) place.stop = `${kind} ${number}` === first;
  handCards(shown);
  return shown;

  /** @param {Picks} into @param {PlaceKind} kind @param {string} field @param {number} value */
  function put(into, kind, field, value) {
    const taken = picked(picks, field).includes(value);
    const settled = taken || (command !== null && valuesOf(command, field).includes(value));
    const place = placeName(components, view, kind, value);
    const state = !settled ? "legal" : command === null || field === "start" ? "start" : "chosen";
    if (state === "legal" && into[kind].has(value)) return;
    const label = t(state === "legal" ? "cities_knights.pick.legal" : command ? "cities_knights.pick.ready" : "cities_knights.pick.chosen", { what, place });
    const act = () => (settled && command ? acts.send() : acts.set(field, value));
    const ghost = ghostOf({ tag: tool?.options[0].t ?? "", field, value, picks, seat, prompt });
    into[kind].set(value, { state, label, stop: false, act, focus: () => acts.stop(`${kind} ${value}`), ghost });
  }

  /** @param {Picks} into */
  function handCards(into) {
    const fields = tool ? fieldsOf(tool.options, picks).filter(({ field }) => field === "cards") : [];
    for (const card of seat.progress ?? []) {
      const name = named(components, "card", cardOf(components, card).id);
      if (fields.length) {
        if (!fields[0].values.includes(card)) continue;
        const given = picked(picks, "cards").includes(card);
        into.cards.set(card, { state: given ? "chosen" : "legal", label: t(given ? "cities_knights.pick.chosen" : "cities_knights.pick.legal", { what, place: name }), stop: true, act: () => acts.set("cards", card), focus: () => {} });
        continue;
      }
      const play = tools.find((one) => one.card && one.group === "cards" && cardOf(components, one.card).id === cardOf(components, card).id);
      if (play) into.cards.set(card, { state: tool?.id === play.id ? "chosen" : "legal", label: t("cities_knights.pick.card", { name }), stop: true, act: () => acts.open(play.id), focus: () => {} });
    }
  }
}
