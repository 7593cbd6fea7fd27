/** Notes that explain the things on a table. They appear on a long press, on a tap that does nothing else, on keyboard focus, and with the keys that step through them. Mouse users see tooltips. */

import { showNoteAt } from "./note.js";
import { loadStyles } from "./lazy.js";
import { isSeen } from "./animation.js";

/** Elements whose contents are explained, and elements that have another kind of explanation. */
const WITHIN = ".match-board, .replay-side, .match-hold, .match-question";
const ELSEWHERE = "a, [aria-disabled=true]";
/** Elements that a tap uses. */
const PRESSED = "a, button, summary, input, select, label, [role=button], [data-pick]";
/** Milliseconds of a long press, and milliseconds of keyboard focus before a note appears. */
const LONG = 500;
const REST = 400;
/** The most pixels that a finger may move during a long press. */
const STILL = 10;

/** @type {HTMLElement | null} */
let note = null;
/** @type {Element | null} */
let explained = null;
let timer = 0;
let pressed = false;
let focused = false;

/** Returns the title of an element, or "".
 * @param {Element} thing
 * @returns {string}
 */
const titleOf = (thing) => thing.getAttribute("title") || [...thing.children].find(({ localName }) => localName === "title")?.textContent?.trim() || "";

/** Returns the innermost element under the pointer that has a title.
 * @param {EventTarget | null} target
 * @returns {Element | null}
 */
function explainedElement(target) {
  let thing = target instanceof Element && !target.closest(ELSEWHERE) && target.closest(WITHIN) ? target : null;
  while (thing && !titleOf(thing)) thing = thing.matches(WITHIN) ? null : thing.parentElement;
  return thing;
}

/** Shows the note of an element.
 * @param {Element} thing
 */
function showNote(thing) {
  hideNote();
  note ??= Object.assign(document.createElement("div"), { className: "note-beside", popover: "manual", role: "status" });
  if (!note.isConnected) document.body.append(note);
  explained = thing;
  thing.toggleAttribute("data-told", true);
  void loadStyles("style/note.css").then(() => {
    if (!note || explained !== thing || !thing.isConnected) return;
    showNoteAt(note, thing);
    note.textContent = titleOf(thing);
    showNoteAt(note, thing);
  }, hideNote);
}

/** Hides the note. */
function hideNote() {
  clearTimeout(timer);
  focused = false;
  explained?.removeAttribute("data-told");
  explained = null;
  note?.hidePopover?.();
  note?.replaceChildren();
}

/** Shows the note of the next visible element.
 * @param {1 | -1} by
 */
export function explainNext(by) {
  const seen = [...document.querySelectorAll(`:is(${WITHIN}) :is([title], :has(> title))`)].filter(inSight);
  if (!seen.length) return;
  const at = explained ? seen.indexOf(explained) : -1;
  showNote(seen[at < 0 ? (by > 0 ? 0 : seen.length - 1) : (at + by + seen.length) % seen.length]);
}

/** @param {Element} thing */
function inSight(thing) {
  const { left, right, top, bottom, width, height } = thing.getBoundingClientRect();
  return width + height > 0 && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && isSeen(thing) && titleOf(thing) !== "" && !thing.matches("g[data-pick], [aria-disabled=true]") && (thing.checkVisibility?.() ?? true);
}

/** Listens for the events that show and hide notes on the page of a match.
 * @returns {() => void} stops listening
 */
export function listenForExplanations() {
  let from = { x: 0, y: 0 };
  /** @type {Element | null} */
  let touched = null;
  if (matchMedia("(pointer: coarse)").matches) loadStyles("style/note.css").catch(() => {});
  const down = (/** @type {PointerEvent} */ event) => {
    hideNote();
    pressed = false;
    const thing = event.isPrimary && event.pointerType !== "mouse" ? explainedElement(event.target) : null;
    touched = thing;
    if (!thing) return;
    from = event;
    timer = window.setTimeout(() => {
      pressed = true;
      showNote(thing);
    }, LONG);
  };
  const onMove = (/** @type {PointerEvent} */ event) => {
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) <= STILL) return;
    const drags = document.querySelector("[data-held]") !== null;
    if (drags) hideNote();
    else if (!pressed) clearTimeout(timer);
    pressed &&= !drags;
  };
  const up = () => clearTimeout(timer);
  const menu = (/** @type {any} */ event) => event.pointerType !== "mouse" && explainedElement(event.target) && event.preventDefault();
  /** A long press must not count as a click. */
  const click = (/** @type {MouseEvent} */ event) => {
    if (!pressed && touched && event.target instanceof Element && touched.contains(event.target) && !event.target.closest(PRESSED)) showNote(touched);
    touched = null;
    if (!pressed) return;
    pressed = false;
    event.preventDefault();
    event.stopPropagation();
  };
  const focus = (/** @type {FocusEvent} */ event) => {
    const thing = explainedElement(event.target);
    if (!thing || thing !== event.target || thing.matches("g[data-pick]") || !thing.matches(":focus-visible")) return;
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      showNote(thing);
      focused = true;
    }, REST);
  };
  const onFocusOut = () => (focused ? hideNote() : clearTimeout(timer));
  const onScroll = () => note && explained && showNoteAt(note, explained);
  const escape = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape" || !explained) return;
    event.stopPropagation();
    hideNote();
  };
  /** @type {[string, any][]} */
  const heard = [["pointerdown", down], ["pointermove", onMove], ["pointerup", up], ["pointercancel", up], ["contextmenu", menu], ["click", click], ["focusin", focus], ["focusout", onFocusOut], ["keydown", escape], ["scroll", onScroll]];
  for (const [event, hears] of heard) addEventListener(event, hears, true);
  return () => {
    hideNote();
    for (const [event, hears] of heard) removeEventListener(event, hears, true);
  };
}
