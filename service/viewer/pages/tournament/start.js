/** When a tournament begins: the planned start with the time left, or the organiser's decision. */

import { html, useEffect, useState } from "../../dom.js";
import { dayAndTime } from "../../ui/times.js";
import { language, t } from "../../words/words.js";
import { isOver } from "./entry.js";
import { formatDuration } from "./numbers.js";

const EVERY = 15_000;

/** @param {{card: import("../../types.d.ts").TournamentSummary}} props */
export function Start({ card }) {
  const [now, setNow] = useState(Date.now);
  const waits = !isOver(card) && (card.rounds.length === 0 || (card.starts_at !== null && card.rounds.length === 1 && card.rounds[0]?.progress === "paired"));
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(() => setNow(Date.now()), EVERY);
    return () => clearInterval(timer);
  }, [waits]);
  return waits && html`<p class="tn-start">${startText(card.starts_at, now)}</p>`;
}

/** Returns when a tournament begins, in the user's time zone.
 * @param {string | null} starts the planned start
 * @param {number} now
 * @returns {string}
 */
export function startText(starts, now) {
  if (!starts) return t("tournament.start.open");
  const when = dayAndTime(starts, language(), "long");
  const minutes = Math.ceil((Date.parse(starts) - now) / 60_000);
  return minutes > 0 ? t("tournament.start.at", { when, time: formatDuration(60 * minutes, "short") }) : t("tournament.start.late", { when });
}
