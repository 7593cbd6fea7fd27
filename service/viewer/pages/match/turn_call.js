/** The call to whoever is asked, and the offer to notify too. */

import { html, useEffect, useRef, useState } from "../../dom.js";
import { call, markTab, mayOffer, offer } from "../../ui/call.js";
import { gameName } from "../../ui/game_name.js";
import { t } from "../../words/words.js";

/** Who was asked a moment ago needs no call, in milliseconds. */
const JUST = 1500;
/** Who waits for so long may want to look elsewhere, in milliseconds. */
const LONG = 3000;

/** Calls whoever plays when the match begins and when the own answer is awaited, and marks the tab as long as it is.
 * @param {{match: import("../../timeline/match.js").Match, waiting: boolean}} props `waiting` for the own answer
 */
export function TurnCall({ match, waiting }) {
  const ended = useRef(Infinity);
  const begun = match.summary.status !== "open";
  const before = useRef(begun);
  useEffect(() => {
    if (begun && !before.current && !waiting) called(match, t("match.call.begun"));
    before.current = begun;
  }, [match, begun]);
  useEffect(() => {
    markTab(waiting);
    if (!waiting) ended.current = performance.now();
    else if (performance.now() - ended.current > JUST) called(match, t("match.title.turn"));
    return () => markTab(false);
  }, [match, waiting]);
  return null;
}

/** @param {import("../../timeline/match.js").Match} match @param {string} title */
const called = (match, title) => call({ title, body: gameName(match.summary.game), tag: match.id });

/** The offer to call by notifications too, once somebody waits.
 * @param {{awaiting: boolean}} props whether anything is awaited that takes a while
 */
export function CallOffer({ awaiting }) {
  const [long, setLong] = useState(false);
  const [, answered] = useState(0);
  useEffect(() => {
    setLong(false);
    if (!awaiting) return undefined;
    const timer = setTimeout(() => setLong(true), LONG);
    return () => clearTimeout(timer);
  }, [awaiting]);
  if (!long || !mayOffer()) return null;
  return html`<button type="button" class="plain match-link match-offer" onClick=${() => void offer().then(() => answered(1))}>${t("match.call.offer")}</button>`;
}
