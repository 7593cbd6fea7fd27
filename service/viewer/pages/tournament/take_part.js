/** The buttons of an entrant: taking part, checking in and leaving. */

import { html, useEffect, useState } from "../../dom.js";
import { lazy } from "../../ui/lazy.js";
import { useTask } from "../../ui/task.js";
import { usePlayer } from "../../api/player.js";
import { t } from "../../words/words.js";
import { postChange } from "./summary.js";
import { Refusal } from "./refusal.js";
import { addEntropy, isOpen, isOver, isThere, takePart } from "./entry.js";
import { isPlayedOut } from "./own_table.js";

/** @typedef {import("../../types.d.ts").TournamentSummary} TournamentSummary */

const Joining = lazy(() => import("./guest_entry.js").then((module) => module.GuestEntry), { words: ["lobby"], styles: ["style/lobby.css"] });

/** @param {{card: TournamentSummary, onCard: (card: TournamentSummary) => void}} props */
export function TakePart({ card, onCard }) {
  const somebody = usePlayer();
  const [joining, setJoining] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const { busy, trouble, run } = useTask();
  const own = card.yours.entrant === null ? null : (card.entrants[card.yours.entrant - 1] ?? null);
  const adds = card.yours.may_add_entropy;
  useEffect(() => {
    if (adds) addEntropy(card).then(onCard, () => {}); // it is repeated with the next version of the summary
  }, [card.id, card.version, adds]);
  if (isOver(card)) return null;
  /** @param {string} presence */
  const setPresence = (presence) =>
    run(async () => {
      onCard(await postChange(card.id, `entrants/${own?.number}/presence`, { presence }));
      setLeaving(false);
    });
  if (!own) {
    if (!isOpen(card)) return html`<p class="tn-part soft">${t(`tournament.part.${card.phase === "announced" ? "not_yet" : "closed"}`)}</p>`;
    const full = card.plan.capacity > 0 && card.entrants.filter(isThere).length >= card.plan.capacity;
    return html`<div class="tn-part">
      <div class="row">
        <button type="button" class=${card.yours.organiser ? "" : "primary"} disabled=${full} aria-busy=${busy}
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
    <p class="tn-yours">${t("tournament.part.yours", { number: own.number, presence: t(`tournament.presence.${own.presence}`) })}${own.entropy && card.rounds.length === 0 && html` <span class="soft">${t("tournament.part.added")}</span>`}${there && card.rounds.length === 0 && html`<br />${t("tournament.part.wait")}`}</p>
    ${there && !isPlayedOut(card) &&
    html`<div class="row">
      ${card.plan.check_in && own.presence === "registered" && card.rounds.length === 0 && html`<button type="button" class="primary" aria-busy=${busy}
        onClick=${setPresence("checked-in")}>${t("tournament.part.check_in")}</button>`}
      ${leaving
        ? html`<span>${t("tournament.part.leave_sure")}</span>
            <button type="button" class="tn-danger" aria-busy=${busy} onClick=${setPresence("withdrawn")}>${t("tournament.part.leave_now")}</button>
            <button type="button" class="plain" onClick=${() => setLeaving(false)}>${t("common.cancel")}</button>`
        : html`<button type="button" onClick=${() => setLeaving(true)}>${t("tournament.part.leave")}</button>`}
    </div>`}
    ${!there && own.presence !== "disqualified" && html`<p class="soft">${t("tournament.part.left")}</p>`}
    <${Refusal} error=${trouble} />
  </div>`;
}

