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
      return html`<${Symbol} kind=${value} /> ${named(components, "kind", value)} ${field !== "take" && seat.hand?.[value] ? html`<small>${t("cities_knights.of_hand", { n: seat.hand[value] })}</small>` : null}`;
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
