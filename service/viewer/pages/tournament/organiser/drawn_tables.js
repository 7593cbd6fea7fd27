/** The tables of a draw, and its cost in words. */

import { html } from "../../../dom.js";
import { t } from "../../../words/words.js";
import { Costs, Reasons, unmetWishes, lotReasons } from "../draw_details.js";
import { nameWithNumber } from "../people.js";

/**
 * @typedef {import("../../../types.d.ts").TournamentSummary} TournamentSummary
 * @typedef {import("../../../types.d.ts").DrawReason} DrawReason
 * @typedef {{round: number, stage: number, tables: {table: number, entrants: number[], group?: number}[], byes: number[], algorithm: string, cost: number[], bound: number[], reasons: DrawReason[], other?: {keep: string, reasons: DrawReason[]} | null}} Draw
 */

const COUNTED = ["swiss", "pods", "pods-company", "round-robin", "elimination"];

/** Returns whether tables of a stage can be set by hand.
 * @param {TournamentSummary} card
 * @param {number} stage
 */
export const canSetByHand = (card, stage) => card.plan.stages[stage]?.method === "swiss";

/** The tables with their entrants in seat order.
 * @param {{card: TournamentSummary, draw: Draw, left?: Draw["tables"], onHold?: ((table: number[]) => void) | null}} props `left` are the tables that are shown
 */
export function DrawnTables({ card, draw, left = draw.tables, onHold = null }) {
  const groups = new Set(draw.tables.map((one) => one.group ?? 0)).size > 1;
  return html`${left.length > 0 && html`<table class="desk-draw">
      <caption class="unseen">${t("desk.draw.caption", { round: draw.round })}</caption>
      <thead><tr><th scope="col">${t("desk.draw.table")}</th>${groups && html`<th scope="col">${t("desk.draw.group")}</th>`}
        <th scope="col">${t("desk.draw.who")}</th>${onHold && html`<td></td>`}</tr></thead>
      <tbody>${left.map((one) => html`<tr key=${one.entrants.join()}>
        <th scope="row">${one.table}</th>${groups && html`<td>${(one.group ?? 0) + 1}</td>`}
        <td><ol class="desk-seats">${one.entrants.map((number) => html`<li key=${number}>${nameWithNumber(card, number)}</li>`)}</ol></td>
        ${onHold && html`<td><button type="button" aria-label=${t("desk.draw.hold_table", { table: one.table })}
          onClick=${() => onHold(one.entrants)}>${t("desk.draw.hold")}</button></td>`}
      </tr>`)}</tbody>
    </table>`}
    ${draw.byes.length > 0 && html`<p>${t("desk.draw.byes", { names: draw.byes.map((number) => nameWithNumber(card, number)).join(", ") })}</p>`}`;
}

/** The goals that could not be met, and whether a better draw could exist.
 * @param {{card: TournamentSummary, draw: Draw, told?: string}} props `told` is the code of the reasons that are shown elsewhere
 */
export function Cost({ card, draw, told = "" }) {
  const reasons = unmetWishes(draw.reasons).filter((one) => one.code !== told);
  const method = draw.algorithm.replace(/\/.*$/, "");
  const best = draw.cost.every((part, at) => part === draw.bound[at]);
  const free = draw.cost.every((part) => part === 0);
  return html`<div class="desk-cost">
    ${draw.cost.length > 0 && html`<p>${t(`tournament.drawn.${free ? "perfect" : best ? "best" : "bounded"}`)}</p>`}
    ${reasons.length > 0 && html`<p><b>${t("tournament.drawn.reasons")}</b></p><${Reasons} card=${card} reasons=${reasons} />`}
    <${Reasons} card=${card} reasons=${lotReasons(draw.reasons)} />
    ${draw.cost.length > 0 && !free && COUNTED.includes(method) && html`<details><summary>${t("desk.draw.costs")}</summary><${Costs} method=${method} cost=${draw.cost} bound=${draw.bound} /></details>`}
  </div>`;
}
