/** The meaning of the symbols and actions: help for newcomers to the table. */

import { html } from "../../dom.js";
import { Badge } from "../../ui/seat_badge.js";
import { t } from "../../words/words.js";
import { letter, named, region } from "./box.js";
import { KaCard } from "./card.js";
import { SIGNS } from "./seat.js";
import { Points, Symbol } from "./symbols.js";

/** @param {{components: any}} props */
export function Legend({ components }) {
  const board = (/** @type {string} */ key) => t(`katharina.board.${key}`);
  return html`<div class="ka-legend">
    <section><h3>${t("katharina.legend.owned")}</h3><dl>
      ${[...components.goods, "cannon", "book"].map((kind) => html`<${Sign} sign=${html`<${Symbol} kind=${kind} />`} means=${named(components, "symbol", kind)} />`)}
      <${Sign} wide=${true} sign=${["more", "equal", "fewer"].map((than, seat) => html`<span class=${`ka-rival ka-${than}`}>${SIGNS[than]}<${Badge} seat=${seat + 1} />3</span>`)} means=${t("katharina.legend.rivals")} />
    </dl></section>
    <section><h3>${t("katharina.legend.table")}</h3><dl>
      <${Sign} sign=${html`<${Points} n="3" />`} means=${board("points")} />
      <${Sign} sign=${html`<${Symbol} kind="favour" />`} means=${board("track")} />
      <${Sign} sign=${html`<${Symbol} kind="favour" /> <small>+2</small>`} means=${board("income")} />
      <${Sign} sign=${html`<${Symbol} kind="favour" /> <small>×2</small>`} means=${board("multiplier")} />
      <${Sign} sign=${html`<${Symbol} kind="card" /> 3<small>/4</small>`} means=${`${board("hand_size")} / ${board("hand_limit")}`} />
      <${Sign} sign=${html`<${Symbol} kind="house" />`} means=${board("residences")} />
      <${Sign} sign=${html`<span class="ka-tile ka-there"><${Symbol} kind=${components.goods[0]} /></span><span class="ka-tile"><${Symbol} kind=${components.goods[0]} /></span>`} means=${board("order")} />
      <${Sign} sign=${html`<${Symbol} kind="joker" />`} means=${board("jokers")} />
      <${Sign} sign=${html`<span class="ka-tie ka-match"></span>`} means=${board("match")} />
      <${Sign} sign=${html`<span class="ka-tie ka-apart"></span>`} means=${board("apart")} />
      ${components.colours.map((/** @type {string} */ colour) => html`<${Sign} sign=${html`<span class=${`ka-region-${region(components, colour)}`}><span class="ka-letter">${letter(components, colour)}</span></span>`} means=${named(components, "colour", colour)} />`)}
    </dl></section>
    <section><h3>${t("katharina.legend.actions")}</h3><ul class="ka-legend-actions">${components.actions.map((/** @type {{id: string}} */ { id }) => html`<${Action} components=${components} action=${id} />`)}</ul></section>
  </div>`;
}

/** @param {{sign: any, means: string, wide?: boolean}} props */
const Sign = ({ sign, means, wide }) => html`<div class=${wide ? "ka-wide" : ""}><dt aria-hidden="true">${sign}</dt><dd>${means}</dd></div>`;

/** Draws an action, together with a card that has it.
 * @param {{components: any, action: string}} props
 */
function Action({ components, action }) {
  const card = components.cards.find((/** @type {any} */ one) => one.action === action);
  if (!card) return null;
  const key = `katharina.action.${action}`;
  const says = card.market?.length ? t(key, { goods: t("katharina.legend.goods") }) : t(`${key}.long`, { cities: t("katharina.legend.cities") });
  return html`<li>
    <span aria-hidden="true"><${KaCard} components=${components} id=${card.id} /></span>
    <p><strong>${named(components, "action", action)}</strong><br />${says}${card.needs && html` <span class="soft">${t("katharina.legend.bonus", { gain: t(`katharina.bonus.gain.${action}`) })}</span>`}</p>
  </li>`;
}
