/** What things on a table are: told to whoever presses them long, reaches them by the keyboard, or walks from one to the next. A mouse has the titles. */

import { putBeside } from "./beside.js";
import { styled } from "./lazy.js";

/** Where things are explained, and what has its own way to tell, or is only a place to be picked. */
const WITHIN = ".match-board, .replay-side, .match-hold, .match-question";
const ELSEWHERE = "a, [aria-disabled=true]";
const LONG = 500;
const REST = 400;
/** How far a finger may tremble, in pixels. */
const STILL = 10;

/** @type {HTMLElement | null} */
let note = null;
/** @type {Element | null} */
let told = null;
let timer = 0;
let pressed = false;
let focused = false;

/** What a thing says of itself: its title.
 * @param {Element} thing
 * @returns {string}
 */
const saying = (thing) => thing.getAttribute("title") || [...thing.children].find(({ localName }) => localName === "title")?.textContent?.trim() || "";

/** The thing that somebody points at: the innermost one that says something of itself.
 * @param {EventTarget | null} target
 * @returns {Element | null}
 */
function pointed(target) {
  let thing = target instanceof Element && !target.closest(ELSEWHERE) && target.closest(WITHIN) ? target : null;
  while (thing && !saying(thing)) thing = thing.matches(WITHIN) ? null : thing.parentElement;
  return thing;
}

/** Tells what a thing is.
 * @param {Element} thing
 */
function tell(thing) {
  hush();
  note ??= Object.assign(document.createElement("div"), { className: "note-beside", popover: "manual", role: "status" });
  if (!note.isConnected) document.body.append(note);
  told = thing;
  thing.toggleAttribute("data-told", true);
  void styled("style/note.css").then(() => {
    if (!note || told !== thing || !thing.isConnected) return;
    putBeside(note, thing);
    note.textContent = saying(thing);
    putBeside(note, thing);
  }, hush);
}

/** Takes the note away. */
function hush() {
  clearTimeout(timer);
  focused = false;
  told?.removeAttribute("data-told");
  told = null;
  note?.hidePopover?.();
  note?.replaceChildren();
}

/** Walks to what can be seen on the table and says something of itself, one after the other.
 * @param {1 | -1} by
 */
export function walk(by) {
  const seen = [...document.querySelectorAll(`:is(${WITHIN}) :is([title], :has(> title))`)].filter(inSight);
  if (!seen.length) return;
  const at = told ? seen.indexOf(told) : -1;
  tell(seen[at < 0 ? (by > 0 ? 0 : seen.length - 1) : (at + by + seen.length) % seen.length]);
}

/** @param {Element} thing */
function inSight(thing) {
  const { left, right, top, bottom, width, height } = thing.getBoundingClientRect();
  return width + height > 0 && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && saying(thing) !== "" && !thing.matches("g[data-pick], [aria-disabled=true]") && (thing.checkVisibility?.() ?? true);
}

/** Listens on the page of a match, until what is given back is called.
 * @returns {() => void}
 */
export function explaining() {
  let from = { x: 0, y: 0 };
  if (matchMedia("(pointer: coarse)").matches) styled("style/note.css").catch(() => {});
  const down = (/** @type {PointerEvent} */ event) => {
    hush();
    pressed = false;
    const thing = event.isPrimary && event.pointerType !== "mouse" ? pointed(event.target) : null;
    if (!thing) return;
    from = event;
    timer = window.setTimeout(() => {
      pressed = true;
      tell(thing);
    }, LONG);
  };
  const moved = (/** @type {PointerEvent} */ event) => Math.hypot(event.clientX - from.x, event.clientY - from.y) > STILL && !pressed && clearTimeout(timer);
  const up = () => clearTimeout(timer);
  const menu = (/** @type {any} */ event) => event.pointerType !== "mouse" && pointed(event.target) && event.preventDefault();
  /** What was pressed long is not pressed. */
  const click = (/** @type {MouseEvent} */ event) => {
    if (!pressed) return;
    pressed = false;
    event.preventDefault();
    event.stopPropagation();
  };
  const focus = (/** @type {FocusEvent} */ event) => {
    const thing = pointed(event.target);
    if (!thing || thing !== event.target || thing.matches("g[data-pick]") || !thing.matches(":focus-visible")) return;
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      tell(thing);
      focused = true;
    }, REST);
  };
  const left = () => (focused ? hush() : clearTimeout(timer));
  const scrolled = () => note && told && putBeside(note, told);
  const escape = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape" || !told) return;
    event.stopPropagation();
    hush();
  };
  /** @type {[string, any][]} */
  const heard = [["pointerdown", down], ["pointermove", moved], ["pointerup", up], ["pointercancel", up], ["contextmenu", menu], ["click", click], ["focusin", focus], ["focusout", left], ["keydown", escape], ["scroll", scrolled]];
  for (const [event, hears] of heard) addEventListener(event, hears, true);
  return () => {
    hush();
    for (const [event, hears] of heard) removeEventListener(event, hears, true);
  };
}
