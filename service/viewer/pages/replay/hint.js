/** Hints for a first match: one for each kind of question, until the user has answered two such questions in a row or is asked another kind.
 * Until then it stays while nothing is asked, so that the board below it keeps its place. The browser stores which were shown. */

import { html, useEffect, useRef, useState } from "../../dom.js";
import { saveSetting, readSetting } from "../../ui/settings.js";
import { t, useLanguage } from "../../words/words.js";

/** @param {{match: import("../../timeline/match.js").Match}} props */
export function Hint({ match }) {
  useLanguage();
  const [told, setTold] = useState(() => new Set(/** @type {string[]} */ (readSetting("hints", []))));
  const asked = match.question?.prompts[0] ?? null;
  const shown = useRef({ key: "", id: -1, times: 0 });
  const key = asked ? `hints.${match.summary.game}.${asked.prompt.t}` : shown.current.key;
  const waiting = match.own !== null && match.summary.seats[match.own]?.waiting;
  const markSeen = (/** @type {string} */ one) => {
    if (!one || told.has(one)) return;
    const more = new Set([...told, one]);
    saveSetting("hints", [...more]);
    setTold(more);
  };
  useEffect(() => {
    const { key: before, id, times } = shown.current;
    if (asked ? key !== before : !waiting && times > 1) markSeen(before);
    if (asked && id !== asked.id) shown.current = { key: t(key) === key ? "" : key, id: asked.id, times: key === before ? times + 1 : 1 };
  }, [asked?.id, waiting]);
  if (!key || match.isFinished || told.has(key) || t(key) === key) return null;
  return html`<div class="match-hint" role="status"><p>${t(key)}</p><button type="button" class="plain" aria-label=${t("common.close")} onClick=${() => markSeen(key)}>×</button></div>`;
}
