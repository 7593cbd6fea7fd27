/** The title and icon of the tournament page, and the alert that the user's table is ready. */

import { useEffect, useRef } from "../../dom.js";
import { alertUser, markTab } from "../../ui/turn_alert.js";
import { language, t } from "../../words/words.js";
import { readyMatch } from "./own_table.js";

/** Names the page after the tournament or the user's ready table, and alerts the user when a table becomes ready.
 * @param {import("../../types.d.ts").TournamentSummary | null} card
 */
export function useTableAlert(card) {
  const match = card && readyMatch(card);
  const before = useRef(/** @type {string | null | undefined} */ (undefined));
  useEffect(() => {
    if (!card) return;
    document.title = [...(match ? [t("tournament.own.ready")] : []), card.title, t("common.title")].join(" – ");
    markTab(Boolean(match));
    if (match && before.current !== undefined && match !== before.current) alertUser({ title: t("tournament.own.ready"), body: card.title, tag: match });
    before.current = match;
  }, [card?.title, match, language()]);
  useEffect(() => () => markTab(false), []);
}
