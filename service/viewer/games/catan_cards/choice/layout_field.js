/** The first layout: how its regions are arranged on the board, the region for Public Feeling, and the first hand from a deck. */

import { html } from "../../../dom.js";
import { t } from "../../../words/words.js";
import { regionName } from "../box.js";
import { Symbol } from "../symbols.js";
import { CardsField } from "./fields.js";

/** @param {any} props */
export function LayoutField(props) {
  const { form, filled, acts, components } = props;
  return html`<p>${t("catan_cards.layout.help")} <span class="cc-layout-keys">${t("catan_cards.layout.keys")}</span></p>
    ${form.feeling && html`<div class="cc-field" data-field="feeling" role="group" aria-label=${t("catan_cards.layout.feeling")}>
      <span class="cc-field-label soft" aria-hidden="true">${t("catan_cards.layout.feeling")}</span>
      ${form.regions.map((/** @type {string} */ id) => html`<button type="button" data-nth key=${id} class="cc-option" aria-pressed=${filled.feeling === id} onClick=${() => acts.fill({ feeling: id })}><${Symbol} kind="feeling" /> ${regionName(components, id)}</button>`)}
    </div>`}
    ${form.count > 0 && html`<h3>${t("catan_cards.layout.hand", { n: form.count })}</h3><${CardsField} ...${props} form=${{ t: "cards", command: "", among: form.among, count: form.count }} />`}`;
}
