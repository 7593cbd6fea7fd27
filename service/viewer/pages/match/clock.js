/** The clocks of a match: the time of each seat as it runs, the rules of it in words, and the own time told before it is over. */

import { html, useEffect, useRef, useState } from "../../dom.js";
import { exactly } from "../../ui/ago.js";
import { levelName } from "../../ui/game_name.js";
import { language, t } from "../../words/words.js";
import { clockFace, markPassed, nextReading, timesLeft } from "../../timeline/time_left.js";

/** @typedef {import("../../timeline/match.js").Match} Match */

const SHORT = 30;

/** The time of a seat: what ends first, and smaller what ends later.
 * @param {{match: Match, seat: number, name: string}} props
 */
export function SeatClock({ match, seat, name }) {
  const time = timeOf(match, seat);
  const passed = usePassed(match, time?.runs ?? false);
  const left = time ? timesLeft(time, passed) : [];
  const [first] = left;
  if (!time || !first) return null;
  const [sooner, later] = left.map((one) => html`<span class=${`match-clock-${one.of}`} title=${t(`match.clock.${one.of}`)}>${clockFace(one.seconds)}<span class="unseen"> ${t(`match.clock.${one.of}`)}</span></span>`);
  return html`<span class="match-clock" role="timer" aria-label=${t("match.clock.of", { name })} data-runs=${time.runs ? "" : null} data-short=${time.runs && first.seconds <= SHORT ? "" : null}>
    ${time.runs && html`<span aria-hidden="true">▸</span>`}<span class="unseen">${t(time.runs ? "match.clock.runs" : "match.clock.stands")} </span><strong>${sooner}</strong>${later && html` <small>${later}</small>`}
  </span>`;
}

/** How long everybody has, and what comes of letting it pass; keeps the summary as new as its clocks need.
 * @param {{match: Match, own: number | null}} props
 */
export function ClockRules({ match, own }) {
  useReadings(match);
  const clock = match.summary.clock;
  if (!clock) return null;
  const bounds = [
    clock.command && t("match.clock.each", { time: clockFace(clock.command) }),
    clock.match && t("match.clock.all", { time: clockFace(clock.match) }),
    clock.increment && t("match.clock.back", { time: clockFace(clock.increment) }),
    clock.deadline && t("match.clock.until", { moment: exactly(clock.deadline, language()) }),
  ].filter(Boolean);
  return html`<p class="match-clock-rules soft"><span>${t("match.clock.rules", { bounds: bounds.join(", ") })}</span> <span>${t(`match.clock.zero.${clock.at_zero}${clock.at_zero === "default" && clock.bot ? "_bot" : ""}`, { level: levelName(clock.bot ?? "") })}</span></p>
    ${own !== null && html`<${OwnTime} match=${match} own=${own} />`}`;
}

/** The own time, told politely when little of it is left.
 * @param {{match: Match, own: number}} props
 */
function OwnTime({ match, own }) {
  const time = timeOf(match, own);
  const runs = time?.runs ?? false;
  const passed = usePassed(match, runs);
  const [first] = time && runs ? timesLeft(time, passed) : [];
  const seconds = first?.seconds ?? null;
  const before = useRef(/** @type {number | null} */ (null));
  const [told, setTold] = useState(/** @type {{of: string, seconds: number} | null} */ (null));
  useEffect(() => {
    const mark = markPassed(before.current, seconds);
    if (mark !== null && first) setTold({ of: first.of, seconds: mark });
    else if (seconds === null || (before.current !== null && seconds > before.current)) setTold(null);
    before.current = seconds;
  }, [seconds]);
  return html`<p class="unseen" role="status">${told && t(`match.clock.told.${told.of}`, { seconds: told.seconds })}</p>`;
}

/** @param {Match} match @param {number} seat */
const timeOf = (match, seat) => match.summary.clock?.seats.find((one) => one.seat === seat);

/** Milliseconds since the summary was read, told twice a second while a time runs.
 * @param {Match} match
 * @param {boolean} runs
 */
function usePassed(match, runs) {
  const [now, setNow] = useState(match.known.readAt);
  useEffect(() => {
    setNow(Date.now());
    if (!runs) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [runs, match.known.readAt]);
  return Math.max(0, now - match.known.readAt);
}

/** Reads the summary again every few seconds while a time runs, when one is over, and when the page is looked at again.
 * @param {Match} match
 */
function useReadings(match) {
  useEffect(() => {
    const delay = nextReading(match.summary.clock?.seats ?? []);
    const again = () => {
      if (!document.hidden) void match.refresh();
    };
    const timer = delay === null ? 0 : setTimeout(again, delay);
    document.addEventListener("visibilitychange", again);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", again);
    };
  }, [match, match.known.readAt]);
}
