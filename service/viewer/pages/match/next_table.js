/** Watches for the user's next table, after a match of a tournament. */

import { useEffect } from "../../dom.js";
import { alertUser, markTab } from "../../ui/turn_alert.js";
import { t } from "../../words/words.js";
import { readyMatch } from "../tournament/own_table.js";
import { useTournament } from "../tournament/summary.js";

/** Reports the match at the user's next table once it is ready, and marks the tab.
 * @param {{match: import("../../timeline/match.js").Match, event: {tournament: string, title: string}, onReady: (next: string) => void}} props
 */
export function NextTable({ match, event, onReady }) {
  const { card } = useTournament(event.tournament);
  const ready = card && readyMatch(card);
  const next = ready === match.id ? null : ready;
  useEffect(() => {
    if (!next) return undefined;
    onReady(next);
    markTab(true);
    alertUser({ title: t("match.result.ready"), body: event.title, tag: next });
    return () => markTab(false);
  }, [next]);
  return null;
}
