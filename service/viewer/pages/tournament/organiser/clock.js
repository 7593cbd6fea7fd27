/** The remaining time of a seat in a running match. */

import { html, useEffect, useState } from "../../../dom.js";
import { clockFace } from "../../../timeline/time_left.js";
import { t } from "../../../words/words.js";
import { secondsLeft } from "./running_matches.js";

/** @param {{watched: import("./running_matches.js").RunningMatch, seat: number}} props */
export function Clock({ watched, seat }) {
  const time = watched.match.clock?.seats.find((one) => one.seat === seat);
  const runs = time?.runs ?? false;
  const [now, setNow] = useState(watched.at);
  useEffect(() => {
    setNow(Date.now());
    if (!runs) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [runs, watched.at]);
  const left = secondsLeft(time, Math.max(0, now - watched.at));
  if (left === null) return null;
  return html`<span class=${`desk-clock${runs ? " runs" : ""}`}><span class="unseen">${t(runs ? "desk.clock.runs" : "desk.clock.left")} </span>${clockFace(left)}</span>`;
}
