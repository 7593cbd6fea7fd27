/** The mat of the seat that is drawn first: its facts, its action row with the activation places, and its hand. */

import { html } from "../../dom.js";
import { sign } from "../../ui/seat_badge.js";
import { t } from "../../words/words.js";
import { KaDisplay } from "./display.js";
import { KaHand } from "./hand.js";
import { KaBrief, KaFacts } from "./seat.js";

/** @param {import("./seat.js").SeatProps & {picks: import("./pickable.js").Picks | null, facts: boolean}} props `facts` if there is room for them */
export function KaMat({ picks, facts, ...props }) {
  const { components, seatView, was, info, turns } = props;
  const { name, seat } = info;
  return html`<section class=${`ka-mat ka-seat-${seat % 4}`} data-folds=${picks?.folds} aria-label=${`${sign(seat)} ${name}`}>
    ${facts ? html`<${KaFacts} ...${props} />` : html`<${KaBrief} components=${components} seatView=${seatView} more=${true} />`}
    <${KaDisplay} components=${components} seatView=${seatView} was=${was} name=${name} picks=${picks} turns=${turns} />
    ${seatView.hand && html`<section class="ka-holding ka-edged" aria-label=${t("katharina.board.hand")}><${KaHand} components=${components} cards=${seatView.hand} was=${was?.hand ?? null} name=${name} picks=${picks} scrolls=${true} /></section>`}
  </section>`;
}
