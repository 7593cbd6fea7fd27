/** Notices about the connection of a match. Nothing is shown while it works. */

import { html, useEffect, useRef, useState } from "../../dom.js";
import { ErrorNotice, errorText } from "../../ui/error_notice.js";
import { t } from "../../words/words.js";

/** Milliseconds up to which an interruption is not mentioned, and for which the notice of a restored connection stays. */
const GRACE = 600;
const WELL_AGAIN = 4000;

/** @param {{match: import("../../timeline/match.js").Match}} props */
export function Connection({ match }) {
  const state = useNotice(match);
  const now = useClock(state === "lost" || state === "offline");
  const again = () => match.tryAgain();
  if (match.failedView) return html`<${ErrorNotice} error=${match.failedView.problem} again=${again} />`;
  if (match.connection.refused) return html`<div class="notice bad row" role="alert"><span>${t("match.connection.refused", { why: errorText(match.connection.refused) })}</span><button type="button" onClick=${again}>${t("match.try_now")}</button></div>`;
  const seconds = Math.max(0, Math.ceil((match.connection.retryAt - now) / 1000));
  return html`<div class="match-connection" data-state=${state || null}>
    <div class=${state ? `notice row${state === "again" ? " match-again" : ""}` : "unseen"}>
      <span role="status">${state && t(state === "crowded" ? `match.connection.crowded.${match.connection.crowd}` : `match.connection.${state}`)}</span>
      ${state === "lost" && match.connection.state === "lost" && html`<span class="match-countdown">${t("match.connection.seconds", { seconds })}</span>`}
      ${(state === "lost" || state === "offline") && html`<button type="button" onClick=${again}>${t("match.try_now")}</button>`}
    </div>
  </div>`;
}

/** Returns the notice to show: none for a short interruption; "lost" or "offline" until a longer one ends, then "again" for a moment.
 * @param {import("../../timeline/match.js").Match} match
 * @returns {"" | "lost" | "offline" | "crowded" | "again"}
 */
function useNotice(match) {
  const [notice, setNotice] = useState(/** @type {"" | "lost" | "offline" | "crowded" | "again"} */ (""));
  const [offline, setOffline] = useState(!navigator.onLine);
  const before = useRef(notice);
  before.current = notice;
  const connection = match.connection.state;
  useEffect(() => {
    const onChange = () => setOffline(!navigator.onLine);
    addEventListener("online", onChange);
    addEventListener("offline", onChange);
    return () => {
      removeEventListener("online", onChange);
      removeEventListener("offline", onChange);
    };
  }, []);
  useEffect(() => {
    const was = before.current;
    if (connection === "crowded") return setNotice("crowded");
    if (connection === "live" || connection === "ended" || connection === "idle") {
      if (was !== "lost" && was !== "offline") return setNotice("");
      setNotice("again");
      const timer = setTimeout(() => setNotice(""), WELL_AGAIN);
      return () => clearTimeout(timer);
    }
    if (was === "crowded" && connection === "connecting") return;
    if (connection === "connecting" && was !== "lost" && was !== "offline") return;
    const bad = offline ? "offline" : "lost";
    if (was === "lost" || was === "offline") return setNotice(bad);
    const timer = setTimeout(() => setNotice(bad), GRACE);
    return () => clearTimeout(timer);
  }, [connection, offline]);
  return notice;
}

/** Returns the time, updated every half second while needed.
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
