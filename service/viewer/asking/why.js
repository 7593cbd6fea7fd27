/** Why a tool is off: whoever points at it, reaches it by the keyboard or presses it is told what the rules say. The rules are asked only then. */

import { html, useEffect, useRef, useState } from "../dom.js";
import { putBeside } from "../ui/beside.js";
import { styled } from "../ui/lazy.js";
import { learn, t } from "../words/words.js";

/**
 * @typedef {import("../types.d.ts").Refused} Refused
 * @typedef {{kind: string, of?: string}} Wanted a kind of command, and which of them
 * @typedef {{book: import("../words/words.js").Book, keys(reason: Refused): string[], counts(missing: Record<string, number>): string}} Wording where a game has its words for reasons, under which keys, the best one first, and for cards
 * @typedef {{key: string, wanted: Wanted, name: string, at: HTMLElement}} Asked
 */

/** How long the pointer rests before anything is asked, and how long it may take from the tool to what is told. */
const REST = 250;
const AWAY = 300;
const ID = "asking-why";

/** Why a kind of command is not offered: what is said of that one, else of the whole kind.
 * @param {readonly Refused[]} refused
 * @param {Wanted} wanted
 * @returns {Refused | null}
 */
export function reasonFor(refused, { kind, of = "" }) {
  const some = refused.filter((one) => one.kind === kind);
  return some.find((one) => (one.of ?? "") === of) ?? some.find((one) => !one.of) ?? null;
}

/** A reason by the first of these keys that is in the words, else in the service's own sentence.
 * @param {Wording} wording
 * @param {Refused} reason
 * @returns {string}
 */
export function reasonText({ keys, counts }, reason) {
  const known = keys(reason).find((key) => t(key) !== key);
  const missing = reason.facts?.missing;
  return known === undefined ? reason.sentence : t(known, missing ? { cards: counts(missing) } : {});
}

/** What buttons that are off are given, and the note that tells why.
 * @param {Wording} wording learned when somebody asks
 * @param {() => Promise<Refused[]>} ask
 */
export function useWhy(wording, ask) {
  const [asked, setAsked] = useState(/** @type {Asked | null} */ (null));
  const [told, setTold] = useState(/** @type {{key: string, reason: Refused | null} | null} */ (null));
  const timer = useRef(0);
  const later = (/** @type {() => void} */ what, /** @type {number} */ wait) => {
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
    const words = learn(wording.book);
    Promise.all([ask(), words, styled("style/note.css")]).then(
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
  /** @param {Wanted} wanted @param {string} name what the tool is called */
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
        else later(() => setAsked({ key, wanted, name, at }), REST);
      },
      onPointerLeave: (/** @type {any} */ event) => event.pointerType === "mouse" && later(close, AWAY),
      onFocus: (/** @type {any} */ event) => event.currentTarget.matches(":focus-visible") && show(event),
      onBlur: () => later(close, AWAY),
      onContextMenu: (/** @type {any} */ event) => (event.preventDefault(), show(event)),
      onClick: show,
    };
  };
  const here = asked && told?.key === asked.key ? told.reason : null;
  const stay = { onPointerEnter: () => clearTimeout(timer.current), onPointerLeave: () => later(close, AWAY), onFocusIn: () => clearTimeout(timer.current) };
  const note = asked && here ? html`<${Note} key=${asked.key} at=${asked.at} name=${asked.name} reason=${here} text=${reasonText(wording, here)} stay=${stay} />` : null;
  return { off, note };
}

/** The note beside a tool, above everything else on the page.
 * @param {{at: HTMLElement, name: string, reason: Refused, text: string, stay: Record<string, any>}} props
 */
function Note({ at, name, reason, text, stay }) {
  const element = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (element.current) putBeside(element.current, at);
  }, [at, text]);
  return html`<div ref=${element} id=${ID} class="note-beside" role="tooltip" popover="manual" ...${stay}>
    <strong>${name}</strong> <span>${text}</span>
    ${!reason.rule.startsWith("/") && html` <a class="cited-rule" href=${reason.rule_url} hreflang="en" target="_blank" rel="noopener">${t("common.rule", { rule: reason.rule })}</a>`}
  </div>`;
}
