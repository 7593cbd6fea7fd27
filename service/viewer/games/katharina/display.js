/** A display: the action row, with an activation place below each card. */

import { html, useLayoutEffect, useRef } from "../../dom.js";
import { t } from "../../words/words.js";
import { cardOf } from "./box.js";
import { KaCard } from "./card.js";
import { cardTexts } from "./effects.js";
import { pickable } from "./pickable.js";
import { Several, Symbol, Points } from "./symbols.js";

/** @typedef {import("./pickable.js").Picks} Picks */

/** The number of columns that a decade fills; only the width of the drawing depends on it. */
const COLUMNS = 7;

/** Pixels at the edge of a row where it fades, if more is there. */
const EDGE = 24;

/** @param {{components: any, seatView: any, was: any, name: string, picks?: Picks | null, turns?: boolean}} props */
export function KaDisplay({ components, seatView, was, name, picks = null, turns = false }) {
  const { action_row: action, activation } = seatView;
  const known = was ? new Set([...was.action_row, ...was.activation]) : null;
  const isNew = (/** @type {string} */ id) => known !== null && !known.has(id);
  const fresh = (/** @type {string} */ id) => (!isNew(id) ? null : turns ? "ka-turned" : "ka-fresh");
  const resolved = (seatView.prompt ?? was?.prompt)?.card;
  const plan = picks?.plan;
  const slots = Math.max(action.length, ...Object.keys(picks?.slots ?? {}).map((slot) => Number(slot) + 1));
  const columns = Math.max(COLUMNS, slots);
  const display = useRef(/** @type {HTMLElement | null} */ (null));
  // If not all columns fit, scrolls the row just far enough to show what is picked next: the place of the next card, or one below a card, best one that matches.
  const open = Object.entries(picks?.slots ?? {}).filter(([, { state }]) => state === "legal");
  const below = plan?.action && plan.slot === null && (open.find(([, { match }]) => match) ?? open[0]);
  const next = !picks?.row ? null : below ? Number(below[0]) : (plan?.slot ?? action.length);
  useLayoutEffect(() => {
    const box = display.current;
    const column = next === null ? undefined : box?.firstElementChild?.children[next];
    if (box && !action.length) box.scrollLeft = 0;
    if (!box || !column) return;
    const [to, from] = [column.getBoundingClientRect(), box.getBoundingClientRect()];
    box.scrollLeft += Math.min(to.left - from.left - EDGE, 0) || Math.max(to.right - from.right + (next === action.length ? 4 : EDGE), 0);
  }, [next, action.length]);
  return html`<div class="ka-edged"><div class="ka-display more-across" ref=${display} role="group" tabindex="0" aria-label=${t("katharina.board.display_of", { name })} style=${{ "--ka-columns": columns }}>
    <div class="ka-columns">
      ${Array.from({ length: columns }, (_, i) => {
        const [above, below] = [action[i], activation[i]];
        const [top, bottom] = [above ?? (i === action.length ? plan?.action : null), below ?? (plan?.slot === i ? plan.activation : null)];
        const match = top && bottom ? cardOf(components, top).colour === cardOf(components, bottom).colour : null;
        const now = above && above === resolved;
        return html`<div class=${now ? "ka-column ka-resolved" : "ka-column"} key=${i} data-lit=${match && turns && (isNew(above) || isNew(below)) ? "" : null}>
          ${above ? html`<${KaCard} key=${above} components=${components} id=${above} fresh=${fresh(above)} label=${t("katharina.board.action_card", { n: i + 1 })} />` : html`<${End} components=${components} i=${i} length=${action.length} picks=${picks} />`}
          <${Tie} match=${match} gives=${(plan?.slot === i || now) && picks?.gives} />
          ${below
            ? html`<${KaCard} key=${below} components=${components} id=${below} size="low" fresh=${fresh(below)} label=${t("katharina.board.activation_card", { n: i + 1 })} />`
            : i < slots && html`<${Slot} components=${components} i=${i} picks=${picks} />`}
        </div>`;
      })}
    </div>
  </div></div>`;
}

/** Draws the place for the next action card, one of those that open the row, or a hint of a later one.
 * @param {{components: any, i: number, length: number, picks: Picks | null}} props
 */
function End({ components, i, length, picks }) {
  const opening = picks?.opening?.[i];
  if (opening) return html`<${Place} components=${components} pick=${opening} drop=${i} card=${picks?.plan.cards[i]} act=${() => picks?.onOpening(i)} />`;
  const row = i === length ? picks?.row : null;
  if (row) return html`<${Place} components=${components} pick=${row} drop="row" card=${picks?.plan.action} act=${() => picks?.onRow()} />`;
  return html`<div class="ka-slot ka-later" data-drop=${i === length && picks?.onDrop ? "row" : null}></div>`;
}

/** @param {{components: any, i: number, picks: Picks | null}} props */
function Slot({ components, i, picks }) {
  const pick = picks?.slots[i];
  if (!pick) return html`<div class="ka-slot ka-low" role="img" aria-label=${t("katharina.board.empty_slot", { n: i + 1 })}></div>`;
  return html`<${Place} components=${components} pick=${pick} drop=${i} low=${true} card=${picks?.plan.slot === i ? picks.plan.activation : null} act=${() => picks?.onSlot(i)} />`;
}

/** Draws a place that can be picked, with the card planned for it.
 * @param {{components: any, pick: import("./pickable.js").Pick, drop: number | "row", low?: boolean, card: string | null | undefined, act: () => void}} props
 */
function Place({ components, pick, drop, low = false, card, act }) {
  return html`<button type="button" class=${`ka-slot${low ? " ka-low" : ""}${card ? " ka-planned" : ""}`} data-match=${pick.match ? "" : null} data-drop=${pick.state === "off" ? null : drop} ...${pickable(pick, act)} aria-label=${null}>
    <span class="unseen">${pick.label}${card && ` ${cardTexts(card, components).name}`}</span>
    ${card ? html`<span class="ka-face" aria-hidden="true"><${KaCard} key=${card} components=${components} id=${card} size=${low ? "low" : "row"} /></span>` : html`<span aria-hidden="true">${pick.match ? "=" : "+"}</span>`}
  </button>`;
}

/** Draws the gap between two cards: a tie if their colours match, and what the player's choice gives.
 * @param {{match: boolean | null, gives: import("./pickable.js").Given[] | false | null | undefined}} props
 */
function Tie({ match, gives }) {
  const words = match === null ? "" : t(match ? "katharina.board.match" : "katharina.board.apart");
  return html`<span class=${`ka-tie${match === null ? "" : match ? " ka-match" : " ka-apart"}`} title=${words}>
    ${match && html`<span class="unseen">${words}</span>`}
    ${gives && gives.length > 0 && html`<span class="ka-gives" aria-hidden="true">${gives.map(({ kind, n, symbol }) => (kind === "points" ? html`<span>+<${Points} n=${n} /></span>` : html`<span>${n ? html`+${n}<${Symbol} kind=${symbol} />` : html`<${Several} kind=${symbol} n=${1} />`}</span>`))}</span>`}
  </span>`;
}
