/** Payments from regions, and trades between regions: a number for each region. */

import { html } from "../../../dom.js";
import { t } from "../../../words/words.js";
import { countsInWords, kindsOf, regionName, regionOf } from "../box.js";
import { Symbol } from "../symbols.js";
import { choices, counted, exchanged, pays } from "./forms.js";

/** @param {any} props */
export function Payment({ components, seat, form, pay, onPay, label }) {
  const { price = {}, any = 0 } = form;
  const due = Object.values(price).reduce((/** @type {number} */ sum, /** @type {any} */ count) => sum + count, 0) + any;
  const told = [countsInWords(components, price), any ? t("catan_cards.pay.any", { n: any }) : ""].filter(Boolean).join(", ");
  return html`<${Counters} components=${components} label=${`${label} ${told}`} regions=${choices(form, components, seat)} chosen=${pay} most=${(/** @type {string} */ id) => seat.regions[id]?.stored ?? 0} full=${pay.length >= due} instead=${(/** @type {string} */ id) => exchanged(pay, id, form, components)} onChange=${onPay} />
    ${!pays(form, pay, components) && html`<p class="soft" role="status">${t("catan_cards.pay.wrong", { n: pay.length, of: due })}</p>`}`;
}

/** @param {any} props */
export function TradeField({ components, seat, form, filled, acts, prompt }) {
  const given = kindsOf(components, filled.give);
  const taken = kindsOf(components, filled.into);
  const kind = (/** @type {string} */ id) => regionOf(components, id).kind;
  const most = components.limits.stored;
  const gives = form.give.filter((/** @type {string} */ id) => !taken[kind(id)]);
  const takes = form.into.filter((/** @type {string} */ id) => !given[kind(id)]);
  return html`${form.command === "answer-offer" && html`<p class="soft">${t("catan_cards.trade.same", { give: countsInWords(components, kindsOf(components, prompt.into)), into: countsInWords(components, kindsOf(components, prompt.give)) })}</p>`}
    <${Counters} components=${components} label=${t("catan_cards.trade.give", { n: form.most })} regions=${gives} chosen=${filled.give} most=${(/** @type {string} */ id) => seat.regions[id]?.stored ?? 0} full=${filled.give.length >= form.most} onChange=${(/** @type {string[]} */ give) => acts.fill({ give })} />
    <${Counters} components=${components} label=${t("catan_cards.trade.into", { n: form.most })} regions=${takes} chosen=${filled.into} most=${(/** @type {string} */ id) => most - (seat.regions[id]?.stored ?? 0)} full=${filled.into.length >= form.most} onChange=${(/** @type {string[]} */ into) => acts.fill({ into })} />`;
}

/** Draws a counter for each region, with buttons for one fewer and one more. Once the total is reached, `instead` returns the list with one region replaced.
 * @param {{components: any, label: string, regions: string[], chosen: string[], most: (id: string) => number, full: boolean, instead?: (id: string) => string[] | null, onChange: (regions: string[]) => void}} props
 */
function Counters({ components, label, regions, chosen, most, full, instead = () => null, onChange }) {
  return html`<div class="cc-counters" role="group" aria-label=${label}>
    <span class="cc-field-label soft" aria-hidden="true">${label}</span>
    ${regions.filter((id) => most(id) > 0).map((id) => {
      const n = chosen.filter((one) => one === id).length;
      const name = regionName(components, id);
      const more = n >= most(id) ? null : full ? instead(id) : counted(chosen, id, 1);
      return html`<div key=${id} class="cc-counter" data-some=${n > 0} role="group" aria-label=${name}>
        <button type="button" aria-label=${t("catan_cards.less", { name })} disabled=${!n} onClick=${() => onChange(counted(chosen, id, -1))}>−</button>
        <span class="cc-counter-number"><${Symbol} kind=${regionOf(components, id).kind} /><span aria-hidden="true">${name}</span> <output aria-label=${t("catan_cards.counted", { n, name })}>${n}<small aria-hidden="true">/${most(id)}</small></output></span>
        <button type="button" aria-label=${t("catan_cards.more", { name })} disabled=${more === null} onClick=${() => more && onChange(more)}>+</button>
      </div>`;
    })}
  </div>`;
}
