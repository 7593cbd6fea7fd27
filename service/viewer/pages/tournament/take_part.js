/** Taking part, checking in, leaving: what an entrant does on the page of a tournament. */

import { html, useState } from "../../dom.js";
import { lazy } from "../../ui/lazy.js";
import { useDoing } from "../../ui/doing.js";
import { usePlayer } from "../../api/player.js";
import { t } from "../../words/words.js";
import { change } from "./card.js";
import { Refusal } from "./trouble.js";
import { isOpen, isOver, isThere, takePart } from "./entering.js";

/** @typedef {import("../../types.d.ts").TournamentSummary} TournamentSummary */

const Joining = lazy(() => import("./joining.js").then((module) => module.Joining), { words: ["lobby"], styles: ["style/lobby.css"] });

/** @param {{card: TournamentSummary, onCard: (card: TournamentSummary) => void}} props */
export function TakePart({ card, onCard }) {
  const somebody = usePlayer();
  const [joining, setJoining] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const { busy, trouble, run } = useDoing();
  const own = card.yours.entrant === null ? null : (card.entrants[card.yours.entrant - 1] ?? null);
  if (isOver(card)) return null;
  /** @param {string} presence */
  const be = (presence) =>
    run(async () => {
      onCard(await change(card.id, `entrants/${own?.number}/presence`, { presence }));
      setLeaving(false);
    });
  if (!own) {
    if (!isOpen(card)) return html`<p class="tn-part soft">${t(`tournament.part.${card.phase === "announced" ? "not_yet" : "closed"}`)}</p>`;
    const full = card.plan.capacity > 0 && card.entrants.filter(isThere).length >= card.plan.capacity;
    return html`<div class="tn-part">
      <div class="row">
        <button type="button" class="primary" disabled=${full} aria-busy=${busy}
          onClick=${somebody ? run(async () => onCard(await takePart(card))) : () => setJoining(true)}>${t("tournament.part.take")}</button>
        ${full && html`<span class="soft">${t("tournament.part.full")}</span>`}
      </div>
      ${!full && html`<p class="soft">${t(card.plan.elsewhere ? "tournament.part.entropy.elsewhere" : "tournament.part.entropy")}</p>`}
      <${Refusal} error=${trouble} />
      ${joining && html`<${Joining} card=${card} onCard=${onCard} onClose=${() => setJoining(false)} />`}
    </div>`;
  }
  const there = isThere(own);
  return html`<div class="tn-part">
    <p class="tn-yours">${t("tournament.part.yours", { number: own.number, presence: t(`tournament.presence.${own.presence}`) })}</p>
    ${there &&
    html`<div class="row">
      ${card.plan.check_in && own.presence === "registered" && card.rounds.length === 0 && html`<button type="button" class="primary" aria-busy=${busy}
        onClick=${be("checked-in")}>${t("tournament.part.check_in")}</button>`}
      ${leaving
        ? html`<span>${t("tournament.part.leave_sure")}</span>
            <button type="button" class="tn-danger" aria-busy=${busy} onClick=${be("withdrawn")}>${t("tournament.part.leave_now")}</button>
            <button type="button" class="plain" onClick=${() => setLeaving(false)}>${t("common.cancel")}</button>`
        : html`<button type="button" onClick=${() => setLeaving(true)}>${t("tournament.part.leave")}</button>`}
    </div>`}
    ${!there && own.presence !== "disqualified" && html`<p class="soft">${t("tournament.part.left")}</p>`}
    <${Refusal} error=${trouble} />
  </div>`;
}

