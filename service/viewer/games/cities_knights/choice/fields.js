/** The fields of a command outside the island: seats, kinds, tracks, numbers and cards, as buttons. */

import { html } from "../../../dom.js";
import { Badge } from "../../../ui/seat_badge.js";
import { t } from "../../../words/words.js";
import { KNIGHTS, cardOf, cardTip, named } from "../box.js";
import { naming } from "../sentences.js";
import { Symbol } from "../symbols.js";
import { PLACES, fieldsOf, picked, valuesOf } from "./narrow.js";
import { stepText } from "./says.js";

/** @param {any} props */
export function Fields(props) {
  const { tool, picks, command, acts } = props;
  const tag = tool.options[0].t;
  return fieldsOf(tool.options, picks)
    .filter(({ field }) => !PLACES[field])
    .map(({ field, values }) => {
      const chosen = (/** @type {any} */ value) => picked(picks, field).includes(value) || (command !== null && valuesOf(command, field).includes(value));
      const label = stepText(tag, field);
      return html`<div key=${field} class="ck-field" data-field=${field} role="group" aria-label=${label}>
        ${field !== "none" && html`<span class="ck-field-label soft" aria-hidden="true">${label}</span>`}
        ${values.map((value) => html`<button type="button" data-nth key=${value} class="ck-option" aria-pressed=${chosen(value)} onClick=${() => acts.set(field, value)}><${Value} ...${props} tag=${tag} field=${field} value=${value} /></button>`)}
      </div>`;
    });
}

/** Returns the kinds of a seat's buildings beside the robber. @param {any} components @param {any} view @param {number} seat */
function beside(components, view, seat) {
  const { settlements = [], cities = [] } = view.seats[seat];
  return (components.hexes[view.robber]?.corners ?? []).flatMap((/** @type {number} */ corner) => (settlements.includes(corner) ? ["settlement"] : cities.includes(corner) ? ["city"] : []));
}

/** Returns how many cards of a kind the bank takes from the acting seat for one card (R15.2, R15.3).
 * @param {any} components
 * @param {any} view
 * @param {any} seat the view of the acting seat
 * @param {string} kind
 */
export function bankRate(components, view, seat, kind) {
  const { settlements = [], cities = [], levels = {} } = seat;
  const harbors = components.harbors.flatMap((/** @type {{corners: number[]}} */ { corners }, /** @type {number} */ slot) => (corners.some((corner) => settlements.includes(corner) || cities.includes(corner)) ? [view.harbors[slot]] : []));
  const market = view.merchant && view.seats[view.merchant.seat] === seat ? components.yields[view.terrain[view.merchant.hex]]?.settlement : {};
  const commodity = components.tracks.some((/** @type {{commodity: string}} */ track) => track.commodity === kind);
  if (harbors.includes(kind) || market?.[kind] || view.fleet?.includes(kind) || (commodity && levels.trade >= 3)) return 2;
  return harbors.includes("any") ? 3 : 4;
}

/** @param {any} props */
function Value({ components, view, seat, seats, picks, tag, field, value }) {
  switch (field) {
    case "seat":
      return html`<${Badge} seat=${value} /> ${naming(seats)(value)} ${tag === "choose-victim" && beside(components, view, value).map((/** @type {string} */ kind) => html`<${Symbol} kind=${kind} label=${named(components, "piece", kind)} />`)} <small>${t("cities_knights.of_seat", { points: view.seats[value].points, cards: view.seats[value].cards })}</small>`;
    case "track":
    case "deck":
      return html`<${Symbol} kind=${value} /> ${named(components, "track", value)}`;
    case "kind":
    case "give":
    case "take":
      return html`<${Symbol} kind=${value} /> ${named(components, "kind", value)} ${field !== "take" && seat.hand?.[value] ? html`<small>${t(tag === "trade-with-bank" ? "cities_knights.at_rate" : "cities_knights.of_hand", { n: seat.hand[value], rate: tag === "trade-with-bank" && bankRate(components, view, seat, value) })}</small>` : null}`;
    case "level":
      return named(components, "piece", KNIGHTS[value]);
    case "card":
    case "cards": {
      const { id, deck } = cardOf(components, value);
      const nth = field === "cards" ? picked(picks, "cards").indexOf(value) + 1 : 0;
      return html`<${Symbol} kind=${deck} /> <span title=${cardTip(components, id)}>${named(components, "card", id)}</span> ${nth > 1 || picked(picks, "cards").length > 1 ? html`<small>${nth || ""}</small>` : null}`;
    }
    case "none":
      return t(`cities_knights.none.${tag}`);
    default:
      return String(value);
  }
}
