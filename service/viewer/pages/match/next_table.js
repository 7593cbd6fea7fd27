/** What comes next for an entrant, after a match of a tournament. */

import { html, useEffect } from "../../dom.js";
import { alertUser, markTab } from "../../ui/turn_alert.js";
import { t } from "../../words/words.js";
import { nextText, ownRound, readyMatch } from "../tournament/own_table.js";
import { useTournament } from "../tournament/summary.js";

/** Leads to the user's next table once it is ready, and marks the tab; before that it says what the tournament waits for.
 * @param {{match: import("../../timeline/match.js").Match, event: {tournament: string, title: string, page: string}}} props
 */
export function NextTable({ match, event }) {
  const { card } = useTournament(event.tournament);
  const ready = card && readyMatch(card);
  const next = ready === match.id ? null : ready;
  useEffect(() => {
    if (!next) return undefined;
    const title = t("match.result.ready");
    document.title = `● ${title} – ${event.title}`;
    markTab(true);
    alertUser({ title, body: event.title, tag: next });
    return () => markTab(false);
  }, [next]);
  const { round, table } = (card && ownRound(card)) ?? {};
  return html`<p role="status">${!next && card && round && nextText(card, round, table)}</p>
    ${next && html`<a class="button primary" href=${`/matches/${next}`}>${t("match.result.ready")}</a>`}
    <a class=${next ? "button" : "button primary"} href=${event.page}>${t("match.result.tournament")}</a>`;
}
