/** What comes next for an entrant, after a match of a tournament. */

import { html, useEffect } from "../../dom.js";
import { alertUser, markTab } from "../../ui/turn_alert.js";
import { t } from "../../words/words.js";
import { isOver } from "../tournament/entry.js";
import { nextText, ownRound, ownStateText, ownTableText, readyMatch } from "../tournament/own_table.js";
import { useTournament } from "../tournament/summary.js";

/** Leads to the user's next table once it is ready, and marks the tab; before that it says what the tournament waits for, and at the end that it is over.
 * @param {{match: import("../../timeline/match.js").Match, event: {tournament: string, title: string, page: string}}} props
 */
export function NextTable({ match, event }) {
  const { card } = useTournament(event.tournament);
  const ready = card && readyMatch(card);
  const next = ready === match.id ? null : ready;
  useEffect(() => {
    if (!next) return undefined;
    const title = t("tournament.own.ready");
    document.title = `● ${title} – ${event.title}`;
    markTab(true);
    alertUser({ title, body: event.title, tag: next });
    return () => markTab(false);
  }, [next]);
  const { round, table } = (card && ownRound(card)) ?? {};
  const named = card && round && table && (next || round.progress === "paired") && ownTableText(card, table);
  return html`<div class="match-next panel row">
    <p role="status">${named && html`<b>${named}</b> <span class="soft">${ownStateText(card, round, table)}</span> `}${!next && card && round && nextText(card, round, table)}${card && isOver(card) && t("match.result.over")}</p>
    ${next ? html`<a class="button primary" href=${`/matches/${next}`}>${t("tournament.own.play")}</a>` : html`<a class="button" href=${event.page}>${t("match.result.tournament")}</a>`}
  </div>`;
}
