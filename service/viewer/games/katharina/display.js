/** A display: the action row, with an activation slot below each card. */

import { html, useLayoutEffect, useRef } from "../../dom.js";
import { t } from "../../words/words.js";
import { cardOf } from "./box.js";
import { KaCard } from "./card.js";
import { cardTexts } from "./effects.js";
import { pickable } from "./pickable.js";

/** @typedef {import("./pickable.js").Picks} Picks */

/** The number of columns that a decade fills; only the width of the drawing depends on it. */
const COLUMNS = 7;

/** @param {{components: any, seatView: any, was: any, name: string, picks?: Picks | null}} props */
export function KaDisplay({ components, seatView, was, name, picks = null }) {
  const { action_row: action, activation } = seatView;
  const known = was ? new Set([...was.action_row, ...was.activation]) : null;
  const fresh = (/** @type {string} */ id) => known !== null && !known.has(id);
  const resolved = (seatView.prompt ?? was?.prompt)?.card;
  const slots = Math.max(action.length, ...Object.keys(picks?.slots ?? {}).map((slot) => Number(slot) + 1));
  const columns = Math.max(COLUMNS, slots);
  const display = useRef(/** @type {HTMLElement | null} */ (null));
  // If not all columns fit, scrolls the row just far enough to show the place of the next card.
  const next = picks?.row ? action.length : null;
  useLayoutEffect(() => {
    const box = display.current;
    const column = next === null ? undefined : box?.firstElementChild?.children[next];
    if (box && column) box.scrollLeft += column.getBoundingClientRect().right - box.getBoundingClientRect().right;
  }, [next]);
  return html`<div class="ka-display more-across" ref=${display} role="group" tabindex="0" aria-label=${t("katharina.board.display_of", { name })} style=${{ "--ka-columns": columns }}>
    <div class="ka-columns">
      ${Array.from({ length: columns }, (_, i) => {
        const [above, below] = [action[i], activation[i]];
        return html`<div class=${above && above === resolved ? "ka-column ka-resolved" : "ka-column"} key=${i}>
          ${above ? html`<${KaCard} key=${above} components=${components} id=${above} fresh=${fresh(above)} label=${t("katharina.board.action_card", { n: i + 1 })} />` : html`<${End} components=${components} i=${i} length=${action.length} picks=${picks} />`}
          ${i < slots && html`<${Tie} components=${components} above=${above} below=${below} />`}
          ${below
            ? html`<${KaCard} key=${below} components=${components} id=${below} fresh=${fresh(below)} label=${t("katharina.board.activation_card", { n: i + 1 })} />`
            : i < slots && html`<${Slot} components=${components} i=${i} picks=${picks} />`}
        </div>`;
      })}
    </div>
  </div>`;
}

/** Draws the place for the next action card, or a hint of a later one.
 * @param {{components: any, i: number, length: number, picks: Picks | null}} props
 */
function End({ components, i, length, picks }) {
  const row = i === length ? picks?.row : null;
  if (row) return html`<${Place} components=${components} pick=${row} drop="row" card=${picks?.plan.action} act=${() => picks?.onRow()} />`;
  return html`<div class="ka-slot ka-later" data-drop=${i === length && picks?.onDrop ? "row" : null}></div>`;
}

/** @param {{components: any, i: number, picks: Picks | null}} props */
function Slot({ components, i, picks }) {
  const pick = picks?.slots[i];
  if (!pick) return html`<div class="ka-slot" role="img" aria-label=${t("katharina.board.empty_slot", { n: i + 1 })}></div>`;
  return html`<${Place} components=${components} pick=${pick} drop=${i} card=${picks?.plan.slot === i ? picks.plan.activation : null} act=${() => picks?.onSlot(i)} />`;
}

/** Draws a place that can be picked, with the card planned for it.
 * @param {{components: any, pick: import("./pickable.js").Pick, drop: number | "row", card: string | null | undefined, act: () => void}} props
 */
function Place({ components, pick, drop, card, act }) {
  return html`<button type="button" class=${card ? "ka-slot ka-planned" : "ka-slot"} data-match=${pick.match ? "" : null} data-drop=${pick.state === "off" ? null : drop} ...${pickable(pick, act)} aria-label=${null}>
    <span class="unseen">${pick.label}${card && ` ${cardTexts(card, components).name}`}</span>
    ${card ? html`<span class="ka-face" aria-hidden="true"><${KaCard} key=${card} components=${components} id=${card} /></span>` : html`<span aria-hidden="true">${pick.match ? "≍" : "+"}</span>`}
  </button>`;
}

/** Draws the gap between two cards, with a tie if their colours match.
 * @param {{components: any, above: string | undefined, below: string | null | undefined}} props
 */
function Tie({ components, above, below }) {
  if (!above || !below) return html`<span class="ka-tie"></span>`;
  const match = cardOf(components, above).colour === cardOf(components, below).colour;
  return html`<span class=${match ? "ka-tie ka-match" : "ka-tie ka-apart"} title=${t(match ? "katharina.board.match" : "katharina.board.apart")}>
    ${match && html`<span class="unseen">${t("katharina.board.match")}</span>`}
  </span>`;
}
