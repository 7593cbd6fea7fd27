/** For each question, the fields of its answer: its places, filled or empty, and buttons to fill them. */

import { html } from "../../../dom.js";
import { t } from "../../../words/words.js";
import { cardOf, letter, named, region } from "../box.js";
import { cardTexts } from "../effects.js";
import { left, picked } from "./narrow.js";

/** Draws a place: either empty, or with its card, which a click takes back.
 * @param {{id: string | null | undefined, label: string, components: any, acts: any, drop?: import("../pickable.js").Target}} props
 */
function Place({ id, label, components, acts, drop }) {
  return html`<div class="ka-pick-place" data-drop=${drop}>
    <span class="ka-pick-place-label soft">${label}</span>
    ${id
      ? html`<button type="button" class="ka-pick-chip" onClick=${() => acts.card(id)} title=${t("katharina.pick.take_back", { name: cardTexts(id, components).name })}>
          <${CardName} id=${id} components=${components} /> <span aria-hidden="true">×</span>
        </button>`
      : html`<span class="ka-pick-chip ka-pick-empty">${t("katharina.pick.empty")}</span>`}
  </div>`;
}

/** Draws a card's name with the letter of its colour. @param {{id: string, components: any}} props */
function CardName({ id, components }) {
  const { colour } = cardOf(components, id);
  return html`<span class=${`ka-pick-colour ka-region-${region(components, colour)}`} title=${named(components, "colour", colour)}><span class="ka-letter">${letter(components, colour)}</span></span> ${cardTexts(id, components).name}`;
}

/** Draws one of several values as a toggle button. @param {any} props */
function Option({ chosen, onClick, children, disabled = false, keys, drop, class: name = "" }) {
  return html`<button type="button" class=${`ka-pick-option ${name}`} aria-pressed=${chosen} disabled=${disabled} data-drop=${drop} onClick=${onClick} aria-keyshortcuts=${keys}>${children}</button>`;
}

/** @param {any} props */
function Display({ options, picks, components, acts }) {
  const cards = picked(picks, "cards");
  return html`<div class="ka-pick-places">
    ${Array.from(options[0].cards, (_, nth) => html`<${Place} key=${nth} id=${cards[nth]} label=${t("katharina.place.display", { n: nth + 1 })} components=${components} acts=${acts} />`)}
  </div>`;
}

/** @param {any} props */
function Play({ picks, shown, components, seat, acts }) {
  const [action, activation] = [picked(picks, "action"), picked(picks, "activation")];
  return html`<div class="ka-pick-places">
      <${Place} id=${action} label=${t("katharina.place.action")} components=${components} acts=${acts} drop="row" />
      <${Place} id=${activation} label=${t("katharina.place.activation")} components=${components} acts=${acts} />
      ${action && activation && html`<button type="button" class="ka-pick-swap" onClick=${acts.swap} aria-keyshortcuts="X">${t("katharina.swap")}</button>`}
    </div>
    <div class="ka-pick-options" role="group" aria-label=${t("katharina.place.slot")}>
      <span class="ka-pick-place-label soft">${t("katharina.place.slot")}</span>
      ${Object.entries(shown.slots).map(([slot, pick]) => {
        const above = seat.action_row[Number(slot)] ?? action;
        return html`<${Option} key=${slot} chosen=${pick.state === "chosen"} onClick=${() => acts.set("slot", Number(slot))} drop=${pick.state === "off" ? null : slot} class=${pick.match === true ? "ka-pick-match" : ""}>
          ${above ? html`<${CardName} id=${above} components=${components} />` : t("katharina.pick.new_card")}
          ${pick.match !== undefined && html`<span class="ka-pick-sign" role="img" aria-label=${t(pick.match ? "katharina.pick.match" : "katharina.pick.no_match")}>${pick.match ? "=" : "≠"}</span>`}
        <//>`;
      })}
    </div>`;
}

/** @param {any} props */
function Resolve(props) {
  const { options, picks, command, components, seat, acts, shown } = props;
  const card = seat.prompt.card;
  const texts = cardTexts(card, components);
  const possible = left(options, [["perform", true]]).length > 0;
  const perform = picked(picks, "perform") ?? command?.perform ?? (picks.length ? true : undefined);
  const needs = possible ? options.find((/** @type {any} */ one) => one.perform) : null;
  const cost = needs?.discards?.length ?? 0;
  const extra = options.find((/** @type {any} */ one) => one.bonus)?.bonus_discards?.length ?? 0;
  const wanted = Boolean(picked(picks, "bonus")) || picked(picks, "bonus_discards").length > 0;
  const filled = (/** @type {string} */ field) => (command?.perform && command[field]) || picked(picks, field);
  return html`<div class="ka-pick-options ka-pick-perform" role="group" aria-label=${t("katharina.ask.resolve")}>
      <${Option} chosen=${perform === true} disabled=${!possible} onClick=${() => acts.set("perform", true)} keys="P">
        <strong>${t("katharina.perform", { name: texts.name })}</strong>
        <span>${possible ? `${texts.long} ${texts.bonus}` : t("katharina.perform.impossible")}</span>
      <//>
      <${Option} chosen=${perform === false} onClick=${() => acts.set("perform", false)} keys="N">
        <strong>${t("katharina.decline")}</strong><span>${t("katharina.decline.long")}</span>
      <//>
    </div>
    ${perform === true &&
    html`${cost > 0 && html`<div class="ka-pick-places">${Array.from({ length: cost }, (_, nth) => html`<${Place} key=${nth} id=${filled("discards")[nth]} label=${t("katharina.place.cost")} components=${components} acts=${acts} />`)}</div>`}
      <${Cities} ...${props} shown=${shown} />
      ${extra > 0 &&
      html`<label class="ka-choice-bonus"><input type="checkbox" checked=${wanted} onChange=${() => (wanted && !picked(picks, "bonus") ? acts.card(picked(picks, "bonus_discards")[0]) : acts.set("bonus", true))} /> ${texts.bonus}</label>
        ${wanted && html`<div class="ka-pick-places">${Array.from({ length: extra }, (_, nth) => html`<${Place} key=${nth} id=${filled("bonus_discards")[nth]} label=${t("katharina.place.bonus")} components=${components} acts=${acts} />`)}</div>`}`}`}`;
}

/** Draws the cities to choose from as buttons, in addition to those on the map. @param {any} props */
function Cities({ shown, components, acts, children }) {
  const cities = Object.entries(shown.cities);
  if (!cities.length && !children) return null;
  return html`<div class="ka-pick-options" role="group" aria-label=${t("katharina.place.city")}>
    <span class="ka-pick-place-label soft">${t("katharina.place.city")}</span>
    ${children}
    ${cities.map(([city, pick]) => html`<${Option} key=${city} chosen=${pick.state === "chosen"} onClick=${() => acts.set("city", city)}>${cityName(components, city)}<//>`)}
  </div>`;
}

/** Draws a city with its good or feature. @param {any} components @param {string} id */
function cityName(components, id) {
  const { feature } = components.cities.find((/** @type {any} */ city) => city.id === id);
  const kind = components.goods.includes(feature) ? "symbol" : "feature";
  return html`${named(components, "city", id)} <span class="soft">${named(components, kind, feature)}</span>`;
}

/** @param {any} props */
function Build(props) {
  const nowhere = picked(props.picks, "city") === null || (props.command && !props.command.city);
  return html`<${Cities} ...${props}>
    <${Option} chosen=${Boolean(nowhere)} onClick=${() => props.acts.set("city", null)}>${t("katharina.pass")}<//>
  <//>`;
}

/** The component that draws the fields of each question.
 * @type {Record<string, (props: any) => any>}
 */
export const FIELDS = { "choose-display": Display, "play-cards": Play, resolve: Resolve, "build-or-pass": Build };
