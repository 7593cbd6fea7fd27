/** The clocks of a match: each seat's remaining time, the clock's rules in words, and announcements of the user's time. */

import { html, useEffect, useRef, useState } from "../../dom.js";
import { dateAndTime } from "../../ui/times.js";
import { levelName } from "../../ui/game_name.js";
import { readSetting, saveSetting } from "../../ui/settings.js";
import { language, t } from "../../words/words.js";
import { clockFace, findPassedMark, nextReadDelay, timesLeft } from "../../timeline/time_left.js";

/** @typedef {import("../../timeline/match.js").Match} Match */

const SHORT = 30;
/** Seconds below which a clock counts as short. */

/** The remaining time of a seat: the limit that is reached first and, smaller, the other one.
 * @param {{match: Match, seat: number, name: string}} props
 */
export function SeatClock({ match, seat, name }) {
  const time = timeOf(match, seat);
  const passed = useMillisecondsSinceReading(match, time?.runs ?? false);
  const left = time ? timesLeft(time, passed) : [];
  const [first] = left;
  if (!time || !first) return null;
  const [sooner, later] = left.map((one) => html`<span class=${`match-clock-${one.of}`} title=${t(`match.clock.${one.of}`)}>${clockFace(one.seconds)}<span class="unseen"> ${t(`match.clock.${one.of}`)}</span></span>`);
  return html`<span class="match-clock" role="timer" aria-label=${t("match.clock.of", { name })} data-runs=${time.runs ? "" : null} data-short=${time.runs && first.seconds <= SHORT ? "" : null}>
    ${time.runs && html`<span aria-hidden="true">▸</span>`}<span class="unseen">${t(time.runs ? "match.clock.runs" : "match.clock.stands")} </span><strong>${sooner}</strong>${later && html` <small>${later}</small>`}
  </span>`;
}

/** The clock's rules in words: the limits, and what happens at zero. It also rereads the summary as often as the clocks require.
 * @param {{match: Match, own: number | null}} props
 */
export function ClockRules({ match, own }) {
  useRereading(match);
  const [known, setKnown] = useState(() => readSetting("clock_known", ""));
  const clock = match.summary.clock;
  if (!clock) return null;
  const bounds = [
    clock.command && t("match.clock.each", { time: clockFace(clock.command) }),
    clock.match && t("match.clock.all", { time: clockFace(clock.match) }),
    clock.increment && t("match.clock.back", { time: clockFace(clock.increment) }),
    clock.deadline && t("match.clock.until", { moment: dateAndTime(clock.deadline, language()) }),
  ].filter(Boolean);
  const rules = JSON.stringify([clock.command, clock.match, clock.increment, clock.deadline, clock.at_zero, clock.bot]);
  const hide = () => {
    saveSetting("clock_known", rules);
    setKnown(rules);
  };
  return html`${known !== rules && html`<p class="match-clock-rules soft"><span>${t("match.clock.rules", { bounds: bounds.join(", ") })} ${t(`match.clock.zero.${clock.at_zero}${clock.at_zero === "default" && clock.bot ? "_bot" : ""}`, { level: levelName(clock.bot ?? "") })}</span>
      ${own !== null && html`<button type="button" class="plain" aria-label=${t("common.understood")} title=${t("common.understood")} onClick=${hide}>×</button>`}</p>`}
    ${own !== null && html`<${OwnTime} match=${match} own=${own} />`}`;
}

/** Announces the user's remaining time to screen readers when it gets short.
 * @param {{match: Match, own: number}} props
 */
function OwnTime({ match, own }) {
  const time = timeOf(match, own);
  const runs = time?.runs ?? false;
  const passed = useMillisecondsSinceReading(match, runs);
  const [first] = time && runs ? timesLeft(time, passed) : [];
  const seconds = first?.seconds ?? null;
  const before = useRef(/** @type {number | null} */ (null));
  const [told, setTold] = useState(/** @type {{of: string, seconds: number} | null} */ (null));
  useEffect(() => {
    const mark = findPassedMark(before.current, seconds);
    if (mark !== null && first) setTold({ of: first.of, seconds: mark });
    else if (seconds === null || (before.current !== null && seconds > before.current)) setTold(null);
    before.current = seconds;
  }, [seconds]);
  return html`<p class="unseen" role="status">${told && t(`match.clock.told.${told.of}`, { seconds: told.seconds })}</p>`;
}

/** @param {Match} match @param {number} seat */
const timeOf = (match, seat) => match.summary.clock?.seats.find((one) => one.seat === seat);

/** Returns the milliseconds since the summary was read, updated twice a second while a time runs.
 * @param {Match} match
 * @param {boolean} runs
 */
function useMillisecondsSinceReading(match, runs) {
  const [now, setNow] = useState(match.known.readAt);
  useEffect(() => {
    setNow(Date.now());
    if (!runs) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [runs, match.known.readAt]);
  return Math.max(0, now - match.known.readAt);
}

/** Rereads the summary: every few seconds while a time runs, when a time is over, and when the page becomes visible.
 * @param {Match} match
 */
function useRereading(match) {
  useEffect(() => {
    const delay = nextReadDelay(match.summary.clock?.seats ?? []);
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
