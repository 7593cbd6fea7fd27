/** Explains why a tool is disabled. The service is asked for the reason when the user points at the tool, focuses it or presses it. */

import { html, useEffect, useRef, useState } from "../dom.js";
import { showNoteAt } from "../ui/note.js";
import { loadStyles } from "../ui/lazy.js";
import { loadWords, t } from "../words/words.js";

/**
 * @typedef {import("../types.d.ts").Refused} Refused
 * @typedef {{kind: string, of?: string}} Wanted a kind of command, and its variant
 * @typedef {{book: import("../words/words.js").WordFile, keys(reason: Refused): string[], counts(missing: Record<string, number>): string}} Wording the game's texts for reasons: their file, the keys to try in order, and a function that words missing cards
 * @typedef {{key: string, wanted: Wanted, name: string, at: HTMLElement}} Asked
 */

/** Milliseconds that the pointer must rest before the reason is requested, and milliseconds that it has to reach the note. */
const REST = 250;
const AWAY = 300;
const ID = "asking-why";

/** Returns the reason for a variant of a command, or for its whole kind.
 * @param {readonly Refused[]} refused
 * @param {Wanted} wanted
 * @returns {Refused | null}
 */
export function reasonFor(refused, { kind, of = "" }) {
  const some = refused.filter((one) => one.kind === kind);
  return some.find((one) => (one.of ?? "") === of) ?? some.find((one) => !one.of) ?? null;
}

/** Returns the text of a reason: that of the first key that has one, or the service's sentence.
 * @param {Wording} wording
 * @param {Refused} reason
 * @returns {string}
 */
export function reasonText({ keys, counts }, reason) {
  const known = keys(reason).find((key) => t(key) !== key);
  const missing = reason.facts?.missing;
  return known === undefined ? reason.sentence : t(known, missing ? { cards: counts(missing) } : {});
}

/** Returns the props for disabled buttons, and the note that shows the reason.
 * @param {Wording} wording loaded when a reason is first needed
 * @param {() => Promise<Refused[]>} ask
 */
export function useWhy(wording, ask) {
  const [asked, setAsked] = useState(/** @type {Asked | null} */ (null));
  const [told, setTold] = useState(/** @type {{key: string, reason: Refused | null} | null} */ (null));
  const timer = useRef(0);
  const schedule = (/** @type {() => void} */ what, /** @type {number} */ wait) => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(what, wait);
  };
  const close = () => {
    clearTimeout(timer.current);
    setAsked(null);
  };
  useEffect(() => close, [ask]);
  useEffect(() => {
    if (asked && !asked.at.matches(":root [aria-disabled=true]")) close();
  });
  useEffect(() => {
    if (!asked) return;
    let late = false;
    const words = loadWords(wording.book);
    Promise.all([ask(), words, loadStyles("style/note.css")]).then(
      ([refused]) => late || setTold({ key: asked.key, reason: reasonFor(refused, asked.wanted) }),
      () => late || close(),
    );
    const escape = (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && (event.stopPropagation(), close());
    addEventListener("keydown", escape, true);
    return () => {
      late = true;
      removeEventListener("keydown", escape, true);
    };
  }, [asked, ask]);
  /** @param {Wanted} wanted @param {string} name the tool's name */
  const off = (wanted, name) => {
    const key = `${wanted.kind} ${wanted.of ?? ""}`;
    const show = (/** @type {any} */ event) => {
      clearTimeout(timer.current);
      setAsked({ key, wanted, name, at: event.currentTarget });
    };
    return {
      "aria-disabled": "true",
      "aria-describedby": asked?.key === key ? ID : null,
      onPointerMove: (/** @type {any} */ event) => {
        const at = event.currentTarget;
        if (event.pointerType !== "mouse") return;
        if (asked?.key === key) clearTimeout(timer.current);
        else schedule(() => setAsked({ key, wanted, name, at }), REST);
      },
      onPointerLeave: (/** @type {any} */ event) => event.pointerType === "mouse" && schedule(close, AWAY),
      onFocus: (/** @type {any} */ event) => event.currentTarget.matches(":focus-visible") && show(event),
      onBlur: () => schedule(close, AWAY),
      onContextMenu: (/** @type {any} */ event) => (event.preventDefault(), show(event)),
      onClick: show,
    };
  };
  const here = asked && told?.key === asked.key ? told.reason : null;
  const stay = { onPointerEnter: () => clearTimeout(timer.current), onPointerLeave: () => schedule(close, AWAY), onFocusIn: () => clearTimeout(timer.current) };
  const note = asked && here ? html`<${Note} key=${asked.key} at=${asked.at} name=${asked.name} reason=${here} text=${reasonText(wording, here)} stay=${stay} />` : null;
  return { off, note };
}

/** The note at a tool, above everything else on the page.
 * @param {{at: HTMLElement, name: string, reason: Refused, text: string, stay: Record<string, any>}} props
 */
function Note({ at, name, reason, text, stay }) {
  const element = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (element.current) showNoteAt(element.current, at);
  }, [at, text]);
  return html`<div ref=${element} id=${ID} class="note-beside" role="tooltip" popover="manual" ...${stay}>
    <strong>${name}</strong> <span>${text}</span>
    ${!reason.rule.startsWith("/") && html` <a class="cited-rule" href=${reason.rule_url} hreflang="en" target="_blank" rel="noopener">${t("common.rule", { rule: reason.rule })}</a>`}
  </div>`;
}
