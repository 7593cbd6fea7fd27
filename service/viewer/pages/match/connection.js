/** How the page hears of the match, told only where it is not as usual. */

import { html, useEffect, useRef, useState } from "../../dom.js";
import { Trouble, troubleText } from "../../ui/trouble.js";
import { t } from "../../words/words.js";

/** How long a short break goes unmentioned, and how long it is said that all is well again. */
const GRACE = 600;
const WELL_AGAIN = 4000;

/** @param {{match: import("../../timeline/match.js").Match}} props */
export function Connection({ match }) {
  const state = useTold(match);
  const now = useClock(state === "lost" || state === "offline");
  const again = () => match.tryAgain();
  if (match.missed) return html`<${Trouble} error=${match.missed.problem} again=${again} />`;
  if (match.connection.refused) return html`<div class="notice bad row" role="alert"><span>${t("match.connection.refused", { why: troubleText(match.connection.refused) })}</span><button type="button" onClick=${again}>${t("match.try_now")}</button></div>`;
  const seconds = Math.max(0, Math.ceil((match.connection.retryAt - now) / 1000));
  return html`<div class="match-connection" data-state=${state || null}>
    <div class=${state ? `notice row${state === "again" ? " match-again" : ""}` : "unseen"}>
      <span role="status">${state && t(state === "crowded" ? `match.connection.crowded.${match.connection.crowd}` : `match.connection.${state}`)}</span>
      ${state === "lost" && match.connection.state === "lost" && html`<span class="match-countdown">${t("match.connection.seconds", { seconds })}</span>`}
      ${(state === "lost" || state === "offline") && html`<button type="button" onClick=${again}>${t("match.try_now")}</button>`}
    </div>
  </div>`;
}

/** What is to be told: nothing for a blink, "lost" or "offline" until it is back, then for a moment that it is.
 * @param {import("../../timeline/match.js").Match} match
 * @returns {"" | "lost" | "offline" | "crowded" | "again"}
 */
function useTold(match) {
  const [told, setTold] = useState(/** @type {"" | "lost" | "offline" | "crowded" | "again"} */ (""));
  const [offline, setOffline] = useState(!navigator.onLine);
  const before = useRef(told);
  before.current = told;
  const connection = match.connection.state;
  useEffect(() => {
    const heard = () => setOffline(!navigator.onLine);
    addEventListener("online", heard);
    addEventListener("offline", heard);
    return () => {
      removeEventListener("online", heard);
      removeEventListener("offline", heard);
    };
  }, []);
  useEffect(() => {
    const was = before.current;
    if (connection === "crowded") return setTold("crowded");
    if (connection === "live" || connection === "ended" || connection === "idle") {
      if (was !== "lost" && was !== "offline") return setTold("");
      setTold("again");
      const timer = setTimeout(() => setTold(""), WELL_AGAIN);
      return () => clearTimeout(timer);
    }
    if (was === "crowded" && connection === "connecting") return;
    if (connection === "connecting" && was !== "lost" && was !== "offline") return;
    const bad = offline ? "offline" : "lost";
    if (was === "lost" || was === "offline") return setTold(bad);
    const timer = setTimeout(() => setTold(bad), GRACE);
    return () => clearTimeout(timer);
  }, [connection, offline]);
  return told;
}

/** The time, told every half second while it is needed.
 * @param {boolean} needed
 */
function useClock(needed) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (!needed) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [needed]);
  return now;
}
