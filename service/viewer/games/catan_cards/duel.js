/** A duel or a joust in the middle of the table: both sides clash, and the dice decide. */

import { html, useEffect, useState } from "../../dom.js";
import { t } from "../../words/words.js";
import { titleOf } from "./box.js";
import { Pips } from "./dice.js";
import { Drawing } from "./symbols.js";

/** @typedef {import("../../types.d.ts").SeatInfo} SeatInfo */
/** @typedef {{card: string, attacker: number, winner: number, rolls: number[]}} Fight */

/** Milliseconds that a fight stays in sight after the match has gone on or the player is asked. */
const SHOWN = 2600;

/** Returns the fight of a log line, if it is one.
 * @param {import("../../types.d.ts").Line | null} line
 * @param {any} view
 * @returns {Fight | null}
 */
function fightOf(line, view) {
  const played = view.playing?.at(-1);
  if (!line || !played || !/^(duel|joust)-rolled$/.test(line.key)) return null;
  const { pips, rolls, winner } = line.params ?? {};
  return { card: played.card, attacker: played.seat, winner, rolls: rolls?.at(-1) ?? [pips] };
}

/** @param {{line: import("../../types.d.ts").Line | null, view: any, seats: SeatInfo[], asked: boolean}} props `asked` if the player's seat can answer now */
export function Duel({ line, view, seats, asked }) {
  const [shown, setShown] = useState(/** @type {Fight | null} */ (null));
  const now = fightOf(line, view);
  const key = now && JSON.stringify([now, view.turn]);
  const passes = !now || asked;
  useEffect(() => {
    if (now) setShown(now);
  }, [key]);
  useEffect(() => {
    if (!passes) return undefined;
    const timer = setTimeout(() => setShown(null), SHOWN);
    return () => clearTimeout(timer);
  }, [key, passes]);
  if (!shown) return null;
  const { card, attacker, winner, rolls } = shown;
  const side = (/** @type {number} */ seat, /** @type {string} */ drawing) => html`<span class=${`cc-duel-side cc-seat-${seat % 4}`} data-won=${seat === winner ? "" : null}><${Drawing} of=${drawing} /><b>${seats[seat].name}</b></span>`;
  return html`<div class="cc-duel" key=${JSON.stringify(shown)} role="img" aria-label=${t("catan_cards.board.duel", { winner: seats[winner].name, rolls: rolls.join(" : ") })}>
    ${side(attacker, titleOf(card))}<span class="cc-duel-dice">${rolls.map((pips) => html`<${Pips} number=${pips} />`)}</span>${side(1 - attacker, "knight_token")}
    <b class="cc-duel-won">${t("catan_cards.board.duel_won", { winner: seats[winner].name })}</b>
  </div>`;
}
