/** The fields of a command as buttons, and the choice of several cards. */

import { html } from "../../../dom.js";
import { t } from "../../../words/words.js";
import { cardName, cardOf, cardText, regionOf, sortOf } from "../box.js";
import { Kinds, Symbol } from "../symbols.js";
import { OPTIONAL } from "./narrow.js";
import { rateOf } from "./tools.js";
import { stepText, valueText } from "./says.js";
import { toggled } from "./places.js";

/** Above this number, the cards get an area that scrolls. */
const MANY = 12;

const CARDS = new Set(["card", "knight", "against", "take", "put"]);

/** @param {any} props */
export function Fields(props) {
  const { tool, fields, command, acts } = props;
  const tag = tool.options[0].t;
  if (!fields.length) return null;
  return fields.map((/** @type {{field: string, values: any[], chosen: any}} */ { field, values, chosen }) => {
    const label = stepText(tag, field);
    return html`<div key=${field} class=${OPTIONAL.has(field) ? "cc-field" : "cc-field cc-step"} data-field=${field} role="group" aria-label=${label}>
      <span class="cc-field-label soft" aria-hidden="true">${label}</span>
      ${values.map((value) => html`<button type="button" data-nth key=${String(value)} class=${`cc-option${CARDS.has(field) && value ? ` cc-sort-${sortOf(props.components, value)}` : ""}`} aria-pressed=${value === chosen || (command !== null && values.length === 1)} title=${CARDS.has(field) && value ? cardText(props.components, value) : null} onClick=${() => acts.set(field, value)}><${Value} ...${props} tag=${tag} field=${field} value=${value} /></button>`)}
    </div>`;
  });
}

/** Draws a value with its symbol. @param {any} props */
function Value(props) {
  const { components, seat, field, value, tag } = props;
  const text = valueText(field, value, props, tag);
  if (value === null) return text;
  if (["above", "below", "region", "source", "into"].includes(field) || (field === "give" && !components.kinds.includes(value))) {
    const stored = seat.regions?.[value]?.stored;
    return html`<${Symbol} kind=${regionOf(components, value).kind} /> ${text}${seat.regions?.[value] ? html` <small aria-hidden="true">${stored ?? 0}/${components.limits.stored}</small><span class="unseen"> ${t("catan_cards.value.stored", { n: stored ?? 0 })}</span>` : null}`;
  }
  if (field === "give") return html`<${Symbol} kind=${value} /> ${text} <small>${rateOf(value, components, seat)}:1</small>`;
  if (field === "drop") return html`<${Symbol} kind=${value} /> ${text}`;
  if (CARDS.has(field)) return html`${text} <small><${Kinds} components=${components} counts=${cardOf(components, value).price} stars=${cardOf(components, value).stars} /></small>`;
  return text;
}

/** Draws a list from which the player chooses several cards, in order, each with the stack under which the card goes.
 * @param {any} props
 */
export function CardsField({ tool, form, filled, acts, components }) {
  const { cards, stacks } = filled;
  const stack = (/** @type {number} */ i, /** @type {number} */ n) => acts.fill({ stacks: Object.assign([...stacks], { [i]: n }) });
  return html`${tool.form !== form && html`<span class="cc-field-label soft" aria-live="polite">${t("catan_cards.cards.chosen", { n: cards.length, of: form.count })}</span>`}
    <div class=${`cc-field${form.among.length > MANY ? " cc-many more-down" : ""}`} data-field="cards" role="group" aria-label=${t("catan_cards.cards.of", { n: form.count })}>
      ${form.among.map((/** @type {string} */ id) => html`<button type="button" data-nth key=${id} class=${`cc-option cc-sort-${sortOf(components, id)}`} aria-pressed=${cards.includes(id)} title=${cardText(components, id)} onClick=${() => acts.fill(toggled(form, filled, id))}>${cards.includes(id) && form.count > 1 ? html`<b>${cards.indexOf(id) + 1}.</b> ` : null}${cardName(components, id)} <small><${Kinds} components=${components} counts=${cardOf(components, id).price} stars=${cardOf(components, id).stars} /></small></button>`)}
    </div>
    ${form.stack && html`<${Under} label=${t("catan_cards.cards.under_all")} stacks=${form.stacks} chosen=${stacks[0]} onChoose=${(/** @type {number} */ n) => stack(0, n)} />`}
    ${!form.stack && form.stacks && cards.map((/** @type {string} */ id, /** @type {number} */ i) => html`<${Under} key=${id} label=${t("catan_cards.cards.under", { name: cardName(components, id) })} stacks=${form.stacks} chosen=${stacks[i]} onChoose=${(/** @type {number} */ n) => stack(i, n)} />`)}`;
}

/** @param {{label: string, stacks: number[], chosen: number | undefined, onChoose: (n: number) => void}} props */
const Under = ({ label, stacks, chosen, onChoose }) => html`<div class="cc-field" role="group" aria-label=${label}>
  <span class="cc-field-label soft" aria-hidden="true">${label}</span>
  ${stacks.map((n) => html`<button type="button" key=${n} class="cc-option" aria-pressed=${n === chosen} onClick=${() => onChoose(n)}>${t("catan_cards.value.stack", { n })}</button>`)}
</div>`;
