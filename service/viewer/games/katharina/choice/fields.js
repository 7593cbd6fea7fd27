/** The part of each answer that is neither a card on a place nor a city on the map: perform or decline, the bonus, build nowhere. */

import { html } from "../../../dom.js";
import { t } from "../../../words/words.js";
import { cardTexts } from "../effects.js";
import { left, picked } from "./narrow.js";

/** Draws one of several values as a toggle button. @param {any} props */
function Option({ chosen, onClick, children, disabled = false, keys }) {
  return html`<button type="button" class="ka-pick-option" aria-pressed=${chosen} disabled=${disabled} onClick=${onClick} aria-keyshortcuts=${keys}>${children}</button>`;
}

/** @param {any} props */
function Resolve({ options, picks, command, components, seat, acts, shown, foot }) {
  const texts = cardTexts(seat.prompt.card, components);
  const possible = left(options, [["perform", true]]).length > 0;
  const perform = picked(picks, "perform") ?? command?.perform ?? (picks.length ? true : undefined);
  const extra = options.find((/** @type {any} */ one) => one.bonus)?.bonus_discards?.length ?? 0;
  const wanted = Boolean(picked(picks, "bonus")) || picked(picks, "bonus_discards").length > 0;
  const onBonus = () => (wanted && !picked(picks, "bonus") ? acts.card(picked(picks, "bonus_discards")[0]) : acts.set("bonus", true));
  const said = possible ? !foot && texts.long : t("katharina.perform.impossible");
  return html`${said && html`<p class="soft">${said} ${extra ? "" : texts.bonus}</p>`}
    <div class="ka-pick-options" role="group" aria-label=${t("katharina.ask.resolve")}>
      ${!(foot && Object.keys(shown.cities).length) && html`<${Option} chosen=${perform === true} disabled=${!possible} onClick=${() => acts.set("perform", true)} keys="P">${t("katharina.perform", { name: texts.name })}<//>`}
      <${Option} chosen=${perform === false} onClick=${() => acts.set("perform", false)} keys="N">${t("katharina.decline")}<//>
      ${(foot || perform === true) && extra > 0 && html`<label class="ka-choice-bonus"><input type="checkbox" checked=${wanted} onChange=${onBonus} /> ${texts.bonus}</label>`}
    </div>`;
}

/** @param {any} props */
function Build({ picks, command, acts }) {
  const nowhere = picked(picks, "city") === null || (command && !command.city);
  return html`<div class="ka-pick-options"><${Option} chosen=${Boolean(nowhere)} onClick=${() => acts.set("city", null)}>${t("katharina.pass")}<//></div>`;
}

/** The component that draws the fields of each question; cards and cities are picked on the table.
 * @type {Record<string, (props: any) => any>}
 */
export const FIELDS = { resolve: Resolve, "build-or-pass": Build };
