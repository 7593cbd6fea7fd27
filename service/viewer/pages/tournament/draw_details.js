/** The details of a draw: its cost, the goals that could not be met, and the seed with which anyone can repeat it. */

import { html } from "../../dom.js";
import { language, joinList, t } from "../../words/words.js";
import { entrantName } from "./people.js";

/**
 * @typedef {import("../../types.d.ts").TournamentSummary} TournamentSummary
 * @typedef {import("../../types.d.ts").RoundCard} RoundCard
 * @typedef {import("../../types.d.ts").DrawReason} DrawReason
 */

const COUNTED = ["swiss", "pods", "pods-company", "round-robin", "elimination"];
/** The order of objectives in `pods-company`, where two of them are swapped. */
const COMPANY = [0, 2, 1];
/** The largest number of names in one reason. */
const FEW = 6;

/** @param {{card: TournamentSummary, round: RoundCard}} props */
export function DrawDetails({ card, round }) {
  const method = round.algorithm.replace(/\/.*$/, "");
  const best = round.cost.every((part, at) => part === round.bound[at]);
  const nothing = round.cost.every((part) => part === 0);
  return html`${round.attempt > 0 && html`<p class="soft">${t("tournament.drawn.attempt", { attempt: round.attempt })}</p>`}<details class="tn-drawn">
    <summary>${t("tournament.drawn")}</summary>
    ${round.cost.length > 0 && html`<p>${t(`tournament.drawn.${nothing ? "perfect" : best ? "best" : "bounded"}`)}</p>`}
    ${unmetWishes(round.reasons).length > 0 && html`<h3>${t("tournament.drawn.reasons")}</h3><${Reasons} card=${card} reasons=${unmetWishes(round.reasons)} />`}
    <${Reasons} card=${card} reasons=${lotReasons(round.reasons)} />
    ${round.cost.length > 0 && COUNTED.includes(method) && html`<${Costs} method=${method} cost=${round.cost} bound=${round.bound} />`}
    ${round.fixed.length > 0 && html`<p>${t("tournament.drawn.fixed", { tables: round.fixed.map((table) => table.map((one) => entrantName(card, one)).join(" – ")).join("; ") })}</p>`}
    ${method === "pods-company" && html`<p>${t("tournament.drawn.company")}</p>`}
    <dl class="tn-plan">
      <div><dt>${t("tournament.drawn.method")}</dt><dd><code>${round.algorithm}</code></dd></div>
      <div><dt>${t("tournament.drawn.seed")}</dt><dd><code>${round.seed}</code></dd></div>
    </dl>
    <p class="soft">${t("tournament.drawn.seed_how")}</p>
  </details>`;
}

/** @param {{method: string, cost: number[], bound: number[]}} props */
export function Costs({ method, cost, bound }) {
  const number = new Intl.NumberFormat(language());
  return html`<div class="tn-wide"><table class="tn-table tn-costs">
    <thead><tr><th scope="col">${t("tournament.drawn.objective")}</th><th scope="col" class="tn-number">${t("tournament.drawn.cost")}</th>
      <th scope="col" class="tn-number">${t("tournament.drawn.bound")}</th></tr></thead>
    <tbody>${cost.map((part, at) => html`<tr key=${at} class=${part === 0 ? "none" : ""}><th scope="row">${objective(method, at)}</th>
      <td class="tn-number">${number.format(part)}</td><td class="tn-number">${number.format(bound[at] ?? 0)}</td></tr>`)}</tbody>
  </table></div>`;
}

/** @param {string} method @param {number} at */
function objective(method, at) {
  const company = method === "pods-company";
  return t(`tournament.cost.${company ? "pods" : method}.${company ? (COMPANY[at] ?? at) : at}`);
}

/** Returns the reasons about goals that could not be met. @param {DrawReason[]} reasons */
export const unmetWishes = (reasons) => reasons.filter((one) => one.code !== "lot");

/** Returns the reasons about entrants ordered by lot. @param {DrawReason[]} reasons */
export const lotReasons = (reasons) => reasons.filter((one) => one.code === "lot");

/** A list of reasons without duplicates.
 * @param {{card: TournamentSummary, reasons: DrawReason[]}} props
 */
export function Reasons({ card, reasons }) {
  if (reasons.length === 0) return null;
  const told = [...new Set(reasons.map((one) => reasonText(card, one)))];
  return html`<ul class="tn-reasons">${told.map((one) => html`<li key=${one}>${one}</li>`)}</ul>`;
}

/** Returns a reason as a sentence.
 * @param {TournamentSummary} card
 * @param {DrawReason} reason
 * @returns {string}
 */
export function reasonText(card, reason) {
  const names = reason.entrants.map((one) => entrantName(card, one));
  const many = reason.code === "lot" && names.length > FEW;
  const code = reason.code === "bye" && names.length > 1 ? "bye_for" : many ? "lot_many" : reason.code;
  const words = t(`tournament.reason.${code}`, { who: joinList(many ? names.slice(0, FEW) : names), count: names.length, one: names[0] ?? "", other: names[1] ?? "" });
  return words === `tournament.reason.${code}` ? `${reason.code}: ${joinList(names)}` : words;
}
