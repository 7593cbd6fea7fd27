/** Hints for a first match: one with each kind of question, until it is answered for the first time; this browser keeps which were told. */

import { html, useEffect, useRef, useState } from "../../dom.js";
import { keep, kept } from "../../ui/kept.js";
import { t, useLanguage } from "../../words/words.js";

/** @param {{match: import("../../timeline/match.js").Match}} props */
export function Hint({ match }) {
  useLanguage();
  const [told, setTold] = useState(() => new Set(/** @type {string[]} */ (kept("hints", []))));
  const asked = match.asked?.prompts[0] ?? null;
  const key = asked ? `hints.${match.summary.game}.${asked.prompt.t}` : "";
  const waiting = match.own !== null && match.summary.seats[match.own]?.waiting;
  const shown = useRef({ key: "", id: -1 });
  const done = (/** @type {string} */ one) => {
    if (!one || told.has(one)) return;
    const more = new Set([...told, one]);
    keep("hints", [...more]);
    setTold(more);
  };
  useEffect(() => {
    const { key: before, id } = shown.current;
    if (asked ? id !== asked.id : !waiting) done(before);
    if (asked) shown.current = { key: t(key) === key ? "" : key, id: asked.id };
  }, [asked?.id, waiting]);
  if (!asked || told.has(key) || t(key) === key) return null;
  return html`<div class="match-hint" role="status"><p>${t(key)}</p><button type="button" class="plain" aria-label=${t("common.close")} onClick=${() => done(key)}>×</button></div>`;
}
