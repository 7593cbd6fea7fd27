/** The objects that move in the middle of the table: the dice, and the two tokens on the side of the principality that holds them. */

import { html, memo } from "../../dom.js";
import { sign } from "../../ui/seat_badge.js";
import { t } from "../../words/words.js";
import { named } from "./box.js";
import { Drawing } from "./symbols.js";

/** @typedef {import("../../types.d.ts").SeatInfo} SeatInfo */

/** The SVG paths of a die's pips, by number, in a box of 24 × 24. */
const PIPS = ["", "M12 12h.01", "M6.5 6.5h.01M17.5 17.5h.01", "M6 6h.01M12 12h.01M18 18h.01", "M6.5 6.5h.01M17.5 6.5h.01M6.5 17.5h.01M17.5 17.5h.01", "M6 6h.01M18 6h.01M12 12h.01M6 18h.01M18 18h.01", "M6.5 5.5h.01M17.5 5.5h.01M6.5 12h.01M17.5 12h.01M6.5 18.5h.01M17.5 18.5h.01"];

/** Draws a die that shows a number. @param {{number: number}} props */
export const Pips = ({ number }) => html`<svg class="cc-die" viewBox="0 0 24 24" aria-hidden="true"><rect x=".75" y=".75" width="22.5" height="22.5" rx="5" /><path d=${PIPS[number]} /></svg>`;

export const Dice = memo((/** @type {{components: any, number: number, event: string, named: boolean, fresh: boolean}} */ { components, number, event, named: chosen, fresh }) => {
  const face = named(components, "face", event);
  const words = t("catan_cards.board.dice_words", { n: number, face }) + (chosen ? ` (${t("catan_cards.board.named")})` : "");
  return html`<div data-at="dice" class=${`cc-dice${fresh ? " cc-thrown" : ""}`} role="img" aria-label=${words} title=${`${words}. ${named(components, "face_texts", event)}`}>
    <${Pips} number=${number} /><span class="cc-die cc-face"><${Drawing} of=${event} /></span><span class="cc-face-name" aria-hidden="true">${face}</span>
  </div>`;
});

/** @param {{components: any, view: any, seats: SeatInfo[], upper: number}} props `upper` is the seat whose principality lies above */
export function Tokens({ components, view, seats, upper }) {
  return html`<div class="cc-tokens">${["knight", "mill"].map((token) => {
    const seat = view.tokens?.[token] ?? null;
    const name = named(components, "piece", `${token}_token`);
    const words = seat === null ? t("catan_cards.board.token_free", { name }) : t("catan_cards.board.token_of", { name, who: `${sign(seat)} ${seats[seat].name}` });
    return html`<span key=${token} class=${`cc-token${seat === null ? "" : ` cc-seat-${seat % 4}`}`} data-at=${`token-${token}`} data-at-side=${seat === null ? null : seat === upper ? "up" : "down"} role="img" aria-label=${words} title=${`${words}. ${named(components, "piece_texts", `${token}_token`)}`}><${Drawing} of=${`${token}_token`} /></span>`;
  })}</div>`;
}
