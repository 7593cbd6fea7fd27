/** Turn alerts, and the offer to send notifications. */

import { html, useEffect, useRef, useState } from "../../dom.js";
import { alertUser, markTab, canAskPermission, askPermission } from "../../ui/turn_alert.js";
import { gameName } from "../../ui/game_name.js";
import { t } from "../../words/words.js";

/** Milliseconds after an answer during which a new turn needs no alert. */
const JUST = 1500;
/** Milliseconds of waiting after which notifications are offered. */
const LONG = 3000;

/** Alerts the player when the match begins or it is their turn, and marks the tab during the turn.
 * @param {{match: import("../../timeline/match.js").Match, waiting: boolean}} props `waiting` is true if the match waits for the user's answer
 */
export function TurnAlert({ match, waiting }) {
  const ended = useRef(Infinity);
  const begun = match.summary.status !== "open";
  const before = useRef(begun);
  useEffect(() => {
    if (begun && !before.current && !waiting) alertPlayer(match, t("match.call.begun"));
    before.current = begun;
  }, [match, begun]);
  useEffect(() => {
    markTab(waiting);
    if (!waiting) ended.current = performance.now();
    else if (performance.now() - ended.current > JUST) alertPlayer(match, t("match.title.turn"));
    return () => markTab(false);
  }, [match, waiting]);
  return null;
}

/** @param {import("../../timeline/match.js").Match} match @param {string} title */
const alertPlayer = (match, title) => alertUser({ title, body: gameName(match.summary.game), tag: match.id });

/** The offer to send notifications, shown after some waiting.
 * @param {{awaiting: boolean}} props whether the user waits for other players
 */
export function AlertOffer({ awaiting }) {
  const [long, setLong] = useState(false);
  const [, redraw] = useState(0);
  useEffect(() => {
    setLong(false);
    if (!awaiting) return undefined;
    const timer = setTimeout(() => setLong(true), LONG);
    return () => clearTimeout(timer);
  }, [awaiting]);
  if (!long || !canAskPermission()) return null;
  return html`<button type="button" class="plain match-link match-offer" onClick=${() => void askPermission().then(() => redraw(1))}>${t("match.call.offer")}</button>`;
}
