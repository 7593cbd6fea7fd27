/** Counters of cards by kind, for cards to discard, give or take, and for the two sides of an offer. */

import { html } from "../../../dom.js";
import { Badge } from "../../../ui/seat_badge.js";
import { t } from "../../../words/words.js";
import { named } from "../box.js";
import { naming } from "../sentences.js";
import { Symbol } from "../symbols.js";
import { changed, sum } from "./tools.js";

/** Draws a counter for each kind in `most`, with buttons for one fewer and one more. A kind with the limit 0 keeps its place.
 * @param {{components: any, label: string, name: string, counts: Record<string, number>, most: Record<string, number>, all?: number, onChange(counts: Record<string, number>): void}} props
 */
function Counters({ components, label, name, counts, most, all, onChange }) {
  const kinds = components.kinds.filter((/** @type {string} */ kind) => kind in most);
  return html`<div class="ck-counters" data-side=${name} role="group" aria-label=${label}>
    ${!all && html`<span class="ck-field-label soft" aria-hidden="true">${label}</span>`}
    ${kinds.map((/** @type {string} */ kind) => {
      const n = counts[kind] ?? 0;
      const words = named(components, "kind", kind);
      const step = (/** @type {number} */ by) => changed(counts, kind, by, most[kind], all);
      return html`<div key=${kind} class="ck-counter" data-kind=${kind} data-some=${n > 0} aria-disabled=${most[kind] ? null : "true"} role="group" aria-label=${words}>
        <button type="button" aria-label=${t("cities_knights.less", { kind: words })} disabled=${!n} onClick=${() => onChange(step(-1))}>−</button>
        <span class="ck-counter-number"><${Symbol} kind=${kind} /><span class="ck-counter-name" aria-hidden="true">${words}</span><output aria-label=${t("cities_knights.counted", { n, kind: words })}>${n}${most[kind] > 0 && most[kind] < 99 && html`<small aria-hidden="true">/${most[kind]}</small>`}</output></span>
        <button type="button" aria-label=${t("cities_knights.more", { kind: words })} disabled=${step(1)[kind] === n} onClick=${() => onChange(step(1))}>+</button>
      </div>`;
    })}
  </div>`;
}

/** Draws the counters for a given number of cards. @param {any} props */
export const CardsPicker = ({ components, form, filled, acts }) => html`<${Counters}
  components=${components} name="cards" label=${t("cities_knights.step.count", { n: form.count - sum(filled.cards) })}
  counts=${filled.cards} most=${form.among} all=${form.count} onChange=${(/** @type {any} */ cards) => acts.fill({ cards })}
/>`;

/** Draws the counters of an offer's two sides, and the seats that may answer it. @param {any} props */
export function OfferMaker({ components, form, seats, filled, acts }) {
  const wanted = Object.fromEntries(components.kinds.map((/** @type {string} */ kind) => [kind, filled.give[kind] ? 0 : 99]));
  const offered = Object.fromEntries(Object.entries(form.give).map(([kind, n]) => [kind, filled.want[kind] ? 0 : n]));
  const to = form.to ?? [];
  const asked = (/** @type {number} */ seat) => !filled.to.length || filled.to.includes(seat);
  const toggle = (/** @type {number} */ seat) => {
    const now = to.filter((/** @type {number} */ one) => (one === seat ? !asked(one) : asked(one)));
    if (now.length) acts.fill({ to: now.length === to.length ? [] : now });
  };
  return html`<${Counters} components=${components} name="give" label=${t("cities_knights.step.offer.give")} counts=${filled.give} most=${offered} onChange=${(/** @type {any} */ give) => acts.fill({ give })} />
    <${Counters} components=${components} name="want" label=${t("cities_knights.step.offer.want")} counts=${filled.want} most=${wanted} onChange=${(/** @type {any} */ want) => acts.fill({ want })} />
    ${to.length > 1 &&
    html`<div class="ck-field" data-field="to" role="group" aria-label=${t("cities_knights.step.offer.to")}>
      <span class="ck-field-label soft" aria-hidden="true">${t("cities_knights.step.offer.to")}</span>
      ${to.map((/** @type {number} */ seat) => html`<button type="button" key=${seat} class="ck-option" aria-pressed=${asked(seat)} onClick=${() => toggle(seat)}><${Badge} seat=${seat} /> ${naming(seats)(seat)}</button>`)}
    </div>`}`;
}
