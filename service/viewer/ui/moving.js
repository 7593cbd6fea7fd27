/** Shows what moves: tokens that fly over the page, and pieces that come to where they stand.
 * Its places are elements that are named by `data-at`. Nothing of it takes a click, and nothing waits for it.
 */

import { html, render } from "../dom.js";

/** @typedef {import("../types.d.ts").Movement} Movement */
/** @typedef {{x: number, y: number}} Point the middle of a place in the window */

/** As many at once as the eye can follow. */
const MOST = 20;
/** The part of the time in which the tokens leave, one after the other. */
const LEAVING = 0.3;
/** Where on its way a card is turned over: it has arrived, it stands on its edge, its face is seen. */
const TURNED = [0.55, 0.75];

/** What is on its way. @type {(() => void)[]} */
let moving = [];

/** Whatever is still on its way has arrived. */
export function settle() {
  for (const arrive of moving.splice(0)) arrive();
}

/** Notes where everything is that is about to move; what comes back shows it on its way, once the page has changed.
 * @param {Movement[]} movements
 * @param {{layer: HTMLElement, Face: (props: {what: any}) => any, length: number}} how the place for tokens, what one looks like, and how long it all takes, in milliseconds
 * @returns {() => void}
 */
export function lifted(movements, { layer, Face, length }) {
  settle();
  const all = movements.slice(0, MOST).map((movement) => ({ ...movement, start: middle(place(movement.from)) }));
  return () => {
    /** @type {{token: HTMLElement, start: Point, end: Element, turns: boolean, lands: boolean}[]} */
    const flying = [];
    for (const { from, to, what, start, turns = false, lands = turns } of all) {
      const end = place(to);
      const begin = start ?? middle(place(from));
      if (!end || !begin) continue;
      const exact = end === place(to.slice(0, 1));
      if (what !== undefined) flying.push({ token: tokenOf(layer, html`<${Face} what=${what} />`), start: begin, end, turns: turns && exact, lands: lands && exact });
      else if (exact) slide(end, begin, length);
    }
    flying.forEach((one, i) => fly(one, (LEAVING * length * i) / flying.length, (1 - LEAVING) * length));
  };
}

/** The first of some places that is in sight.
 * @param {readonly string[]} names
 * @returns {Element | null}
 */
function place(names) {
  for (const name of names) for (const element of document.querySelectorAll(`[data-at~="${name}"]`)) if (isSeen(element) && !element.closest(".moving")) return element;
  return null;
}

/** Whether the middle of an element is in the window, and not scrolled out of whatever it lies in.
 * @param {Element} element
 */
function isSeen(element) {
  const { width, height } = element.getBoundingClientRect();
  const { x, y } = /** @type {Point} */ (middle(element));
  if (width === 0 || height === 0 || x < 0 || y < 0 || x > innerWidth || y > innerHeight) return false;
  for (let around = element.parentElement; around; around = around.parentElement) {
    const { display, overflowX, overflowY } = getComputedStyle(around);
    if (display === "contents" || (overflowX === "visible" && overflowY === "visible")) continue;
    const { left, top, right, bottom } = around.getBoundingClientRect();
    if (x < left || y < top || x > right || y > bottom) return false;
  }
  return true;
}

/** @param {Element | null} element @returns {Point | null} */
function middle(element) {
  if (!element) return null;
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** @param {HTMLElement} layer @param {any} face */
function tokenOf(layer, face) {
  const token = document.createElement("div");
  token.className = "moving-token";
  layer.append(token);
  render(face, token);
  return token;
}

/** Lets a piece come from where it was.
 * @param {Element} piece @param {Point} start @param {number} length
 */
function slide(piece, start, length) {
  const end = /** @type {Point} */ (middle(piece));
  const scale = piece instanceof SVGGraphicsElement ? (piece.getScreenCTM()?.a ?? 1) : 1;
  const [x, y] = [(start.x - end.x) / scale, (start.y - end.y) / scale];
  if (Math.hypot(x, y) < 1) return;
  play(piece, [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: length, easing: "ease-in-out" });
}

/** Lets a token fly in a flat curve to a place, where it disappears; what lands, or is turned over there, is seen from then on.
 * @param {{token: HTMLElement, start: Point, end: Element, turns: boolean, lands: boolean}} flight @param {number} delay @param {number} duration
 */
function fly({ token, start, end, turns, lands }, delay, duration) {
  const [to, half] = [/** @type {Point} */ (middle(end)), { x: token.offsetWidth / 2, y: token.offsetHeight / 2 }];
  const rise = Math.min(60, Math.hypot(to.x - start.x, to.y - start.y) / 6);
  const at = (/** @type {number} */ part, more = "") => {
    const [x, y] = [start.x + (to.x - start.x) * part, start.y + (to.y - start.y) * part - rise * 4 * part * (1 - part)];
    return `translate(${x - half.x}px, ${y - half.y}px) ${more}`;
  };
  const arrived = turns ? TURNED[0] : 1;
  const way = [0, 0.25, 0.5, 0.75, 1].map((part) => ({ offset: part * arrived, transform: at(part), opacity: part === 0 ? 0.3 : 1 }));
  const over = turns ? [{ offset: TURNED[1], transform: at(1, "rotateY(90deg)"), opacity: 1 }, { offset: 1, transform: at(1, "rotateY(90deg)"), opacity: 0 }] : [];
  const timing = { delay, duration, easing: "linear", fill: /** @type {FillMode} */ ("backwards") };
  play(token, [...way, ...over], timing, () => {
    render(null, token);
    token.remove();
  });
  if (turns) {
    const edge = { transform: "rotateY(-90deg)" };
    play(end, [{ ...edge, opacity: 0 }, { ...edge, opacity: 0, offset: TURNED[1] }, { ...edge, opacity: 1, offset: TURNED[1] }, { transform: "none", opacity: 1 }], timing);
  } else if (lands) play(end, [{ opacity: 0 }, { opacity: 0 }], timing);
}

/** @param {Element} element @param {Keyframe[]} way @param {KeyframeAnimationOptions} timing @param {() => void} [afterwards] */
function play(element, way, timing, afterwards = () => {}) {
  const animation = element.animate(way, timing);
  const arrive = () => {
    animation.onfinish = null;
    animation.cancel();
    afterwards();
    moving = moving.filter((one) => one !== arrive);
  };
  animation.onfinish = arrive;
  moving.push(arrive);
}
