/** The clock of a round: the time played or, if the address names the minutes, the time left. */

import { html, useEffect, useState } from "../../dom.js";
import { t } from "../../words/words.js";
import { formatClock, readMinutes } from "./screen/layout.js";

/** @param {{round: import("../../types.d.ts").RoundCard}} props */
export function Clock({ round }) {
  const [now, setNow] = useState(Date.now);
  const runs = round.progress === "started" && round.started_at !== null;
  useEffect(() => {
    if (!runs) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [runs, round.round]);
  if (!runs) return null;
  const played = Math.max(0, (now - Date.parse(round.started_at ?? "")) / 1000);
  const minutes = readMinutes(location.search);
  const left = Math.ceil(60 * minutes - played);
  const how = minutes === 0 ? "played" : left > 0 ? "left" : "over";
  return html`<p class=${`tn-clock ${how}`} role="timer" aria-live="off"><span class="soft">${t(`tournament.clock.round.${how}`)}</span> <b>${formatClock(minutes === 0 ? played : left)}</b></p>`;
}
