/** The layout of the six regions (two clicks swap two of them), the region for Public Feeling, and the first hand from a deck. */

import { html, useState } from "../../../dom.js";
import { t } from "../../../words/words.js";
import { regionName, regionOf } from "../box.js";
import { Symbol } from "../symbols.js";
import { CardsField } from "./fields.js";

/** @param {any} props */
export function LayoutField(props) {
  const { form, filled, acts, components } = props;
  const [held, setHeld] = useState(/** @type {number | null} */ (null));
  const press = (/** @type {number} */ at) => {
    if (held === null || held === at) return setHeld(held === at ? null : at);
    const regions = [...filled.regions];
    [regions[held], regions[at]] = [regions[at], regions[held]];
    acts.fill({ regions });
    setHeld(null);
  };
  return html`<div class="cc-layout" role="group" aria-label=${t("catan_cards.layout.regions")}>
      <span class="cc-field-label soft">${t("catan_cards.layout.help")}</span>
      ${filled.regions.map((/** @type {string} */ id, /** @type {number} */ at) => html`<button type="button" data-nth key=${id} class=${`cc-option cc-layout-region cc-of-${regionOf(components, id).kind}`} aria-pressed=${held === at} aria-label=${t("catan_cards.layout.place", { place: t(`catan_cards.layout.${components.positions[at]}`), region: regionName(components, id) })} onClick=${() => press(at)}><${Symbol} kind=${regionOf(components, id).kind} /> ${regionName(components, id)}</button>`)}
    </div>
    ${form.feeling && html`<div class="cc-field" data-field="feeling" role="group" aria-label=${t("catan_cards.layout.feeling")}>
      <span class="cc-field-label soft" aria-hidden="true">${t("catan_cards.layout.feeling")}</span>
      ${filled.regions.map((/** @type {string} */ id) => html`<button type="button" key=${id} class="cc-option" aria-pressed=${filled.feeling === id} onClick=${() => acts.fill({ feeling: id })}><${Symbol} kind="feeling" /> ${regionName(components, id)}</button>`)}
    </div>`}
    ${form.count > 0 && html`<h3>${t("catan_cards.layout.hand", { n: form.count })}</h3><${CardsField} ...${props} form=${{ t: "cards", command: "", among: form.among, count: form.count }} />`}`;
}
