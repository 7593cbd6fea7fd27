/** The next step: registration, the draw of a round, its start, its tables, or the end. */

import { html } from "../../../dom.js";
import { Copy } from "../../../ui/copy.js";
import { QrCode } from "../../../ui/qr.js";
import { t } from "../../../words/words.js";
import { isThere } from "../entry.js";
import { NewerThanDraw } from "../changes_since_draw.js";
import { DrawPreview } from "./draw_preview.js";
import { PairedRound } from "./paired_round.js";

/**
 * @typedef {import("../../../types.d.ts").TournamentSummary} TournamentSummary
 * @typedef {{card: TournamentSummary, onCard: (card: TournamentSummary) => void, acts: import("./staff_changes.js").StaffChanges}} Props
 */

/** @param {Props} props */
export function NextStep({ card, acts }) {
  const last = card.rounds.at(-1);
  return html`<section class="panel desk-next" aria-labelledby="desk-next">
    <h3 id="desk-next" tabindex="-1">${headline(card)}</h3>
    ${!last && html`<${Registration} card=${card} acts=${acts} />`}
    ${last?.progress === "paired" && html`<${PairedRound} key=${`${last.round}/${last.attempt}`} card=${card} round=${last} acts=${acts} />`}
    ${last?.progress === "started" && html`<${NewerThanDraw} card=${card} round=${last} /><p>${t("desk.next.playing", { done: last.tables.filter((one) => one.result).length, all: last.tables.length })}</p>`}
    ${(last ? last.progress === "closed" : card.entrants.filter(isThere).length > 1) && html`<${DrawPreview} key=${card.rounds.length} card=${card} number=${card.rounds.length + 1} acts=${acts} at_once=${last !== undefined} />`}
    ${!last && html`<${Invitation} card=${card} />`}
  </section>`;
}

/** @param {TournamentSummary} card */
function headline(card) {
  const last = card.rounds.at(-1);
  if (!last) return t(`desk.next.${card.phase}`);
  return t(`desk.next.${last.progress}`, { round: last.round });
}

/** The link with which players come to the tournament. @param {{card: TournamentSummary}} props */
function Invitation({ card }) {
  const address = new URL(card.links.page, location.href).href;
  return html`<div class="desk-invitation">
    <${QrCode} text=${address} label=${t("lobby.join.code")} />
    <div><label>${t("lobby.join.invite")}<input class="mono" readonly value=${address} onFocus=${(/** @type {any} */ event) => event.target.select()} /></label>
      <${Copy} text=${address} label=${t("lobby.join.copy")} /></div>
  </div>`;
}

/** The number of entrants, and the button that opens or closes registration. @param {{card: TournamentSummary, acts: import("./staff_changes.js").StaffChanges}} props */
function Registration({ card, acts }) {
  const open = card.phase === "registration";
  const there = card.entrants.filter(isThere).length;
  const missing = card.plan.check_in ? card.entrants.filter((one) => one.presence === "registered" && !one.bot).length : 0;
  return html`<p>${t("desk.next.entered", { count: there, capacity: card.plan.capacity })}${missing > 0 && ` ${t("desk.next.missing", { count: missing })}`}</p>
    <div class="row"><button type="button" class=${open || there > 1 ? "" : "primary"} aria-busy=${acts.busy}
      onClick=${acts.act("registration", { open: !open }, { confirmation: t(open ? "desk.done.closed" : "desk.done.opened") })}>${t(open ? "desk.close" : "desk.open")}</button></div>`;
}
