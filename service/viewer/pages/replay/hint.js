/** Hints for a first match: one for each kind of question, until the user has answered such a question once. The browser stores which were shown. */

import { html, useEffect, useRef, useState } from "../../dom.js";
import { saveSetting, readSetting } from "../../ui/settings.js";
import { t, useLanguage } from "../../words/words.js";

/** @param {{match: import("../../timeline/match.js").Match}} props */
export function Hint({ match }) {
  useLanguage();
  const [told, setTold] = useState(() => new Set(/** @type {string[]} */ (readSetting("hints", []))));
  const asked = match.question?.prompts[0] ?? null;
  const key = asked ? `hints.${match.summary.game}.${asked.prompt.t}` : "";
  const waiting = match.own !== null && match.summary.seats[match.own]?.waiting;
  const shown = useRef({ key: "", id: -1 });
  const markSeen = (/** @type {string} */ one) => {
    if (!one || told.has(one)) return;
    const more = new Set([...told, one]);
    saveSetting("hints", [...more]);
    setTold(more);
  };
  useEffect(() => {
    const { key: before, id } = shown.current;
    if (asked ? id !== asked.id : !waiting) markSeen(before);
    if (asked) shown.current = { key: t(key) === key ? "" : key, id: asked.id };
  }, [asked?.id, waiting]);
  if (!asked || told.has(key) || t(key) === key) return null;
  return html`<div class="match-hint" role="status"><p>${t(key)}</p><button type="button" class="plain" aria-label=${t("common.close")} onClick=${() => markSeen(key)}>×</button></div>`;
}
