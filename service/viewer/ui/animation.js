/** Animations of moves: tokens that fly over the page, pieces that slide to their new places, and scenes that play over a place.
 * Places are elements with `data-at`. Animations do not intercept clicks, and only later animations wait for a scene.
 */

import { html, render } from "../dom.js";

/** @typedef {import("../types.d.ts").Movement} Movement */
/** @typedef {{x: number, y: number}} Point a point of the window */

/** The greatest number of movements in one step that are animated. */
const MOST = 20;
/** The share of the duration during which the tokens start one after another. */
const LEAVING = 0.3;
/** When a card is turned over, as shares of the flight: at the first it has arrived, at the second it is seen edge-on. */
const TURNED = [0.55, 0.75];

/** The sizes of a token on its way: it grows out of its first place. @type {Record<number, string>} */
const GROWN = { 0: "scale(0.4)", 0.25: "scale(1.2)" };
/** The least milliseconds of all flights of a step, which may outlast it. */
const SHORTEST = 500;
/** The usual milliseconds of one step, and how much slower or faster than that a scene may play. */
const USUAL = 600;
const PACE = [0.6, 1.5];
/** The shares of a scene after which other animations may begin, and after which it fades. */
const CALM = 0.75;
const FADES = 0.9;

/** The time at which the scenes that have started let other animations begin. */
let curtain = 0;
/** Functions that finish each running animation at once. @type {(() => void)[]} */
let moving = [];

/** Finishes all animations at once, including those of style sheets, such as cards that turn over. */
export function finishAnimations() {
  curtain = 0;
  for (const arrive of moving.splice(0)) arrive();
  for (const animation of document.getAnimations()) if (animation.timeline === document.timeline && Number(animation.effect?.getComputedTiming().endTime) < Infinity) animation.finish();
}

/** Records the positions from which all movements of a step will start.
 * @param {Movement[]} movements
 * @param {{layer: HTMLElement, Face: (props: {what: any}) => any, length: number}} how the layer for tokens, the component that draws one, and the total milliseconds
 * @returns {() => void} starts the animations; call it after the page has changed
 */
export function prepareMovements(movements, { layer, Face, length }) {
  const all = movements.slice(0, MOST).map((movement) => ({ ...movement, start: centreOf(firstVisible(movement.from)) }));
  return () => {
    /** @type {{token: HTMLElement, start: Point, end: Element, turns: boolean, lands: boolean}[]} */
    const flying = [];
    for (const { from, to, what, start, plays = 0, reveals = [], turns = false, lands = turns } of all) {
      const end = firstVisible(to);
      if (plays && end) playScene(end, html`<${Face} what=${what} />`, reveals, { layer, length, plays });
      const begin = start ?? centreOf(firstVisible(from));
      if (!end || !begin) continue;
      const exact = end === firstVisible(to.slice(0, 1));
      if (what !== undefined) flying.push({ token: tokenOf(layer, html`<${Face} what=${what} />`), start: begin, end, turns: turns && exact, lands: lands && exact });
      else if (exact) slide(end, begin, length);
    }
    const [wait, whole] = [waitForScenes(), Math.max(SHORTEST, length)];
    flying.forEach((one, i) => fly(one, wait + (LEAVING * whole * i) / flying.length, (1 - LEAVING) * whole));
  };
}

/** Returns the first of some places that is visible.
 * @param {readonly string[]} names
 * @returns {Element | null}
 */
function firstVisible(names) {
  for (const name of names) for (const element of document.querySelectorAll(`[data-at~="${name}"]`)) if (isSeen(element) && !element.closest(".moving")) return element;
  return null;
}

/** Returns whether the centre of an element is inside the window and not scrolled out of a container.
 * @param {Element} element
 */
export function isSeen(element) {
  const { width, height } = element.getBoundingClientRect();
  const { x, y } = /** @type {Point} */ (centreOf(element));
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
function centreOf(element) {
  if (!element) return null;
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** Returns the milliseconds until the scenes that have started let other animations begin. */
const waitForScenes = () => Math.max(0, curtain - performance.now());

/** Plays a scene over the part of a place that is in the window, after the scenes so far.
 * @param {Element} place @param {any} face @param {string[]} reveals @param {{layer: HTMLElement, length: number, plays: number}} how
 */
function playScene(place, face, reveals, { layer, length, plays }) {
  const pace = Math.min(PACE[1], Math.max(PACE[0], length / USUAL));
  const [delay, duration] = [waitForScenes(), plays * pace];
  curtain = performance.now() + delay + duration * CALM;
  for (const name of reveals) for (const hidden of document.querySelectorAll(`[data-at~="${name}"]`)) play(hidden, [{ opacity: 0 }, { opacity: 0 }], { duration: delay + duration * CALM });
  const { left, top, right, bottom } = place.getBoundingClientRect();
  const [x, y] = [Math.max(0, left), Math.max(0, top)];
  const scene = tokenOf(layer, null, "moving-scene");
  Object.assign(scene.style, { left: `${x}px`, top: `${y}px`, width: `${Math.min(innerWidth, right) - x}px`, height: `${Math.min(innerHeight, bottom) - y}px` });
  scene.style.setProperty("--beat", String(pace));
  const timer = setTimeout(() => render(face, scene), delay);
  play(scene, [{ opacity: 1 }, { opacity: 1, offset: FADES }, { opacity: 0 }], { delay, duration }, () => {
    clearTimeout(timer);
    remove(scene);
  });
}

/** @param {HTMLElement} layer @param {any} face @param {string} [kind] */
function tokenOf(layer, face, kind = "moving-token") {
  const token = document.createElement("div");
  token.className = kind;
  layer.append(token);
  render(face, token);
  return token;
}

/** @param {HTMLElement} token */
function remove(token) {
  render(null, token);
  token.remove();
}

/** Slides a piece from a point to its place.
 * @param {Element} piece @param {Point} start @param {number} length
 */
function slide(piece, start, length) {
  const end = /** @type {Point} */ (centreOf(piece));
  const scale = piece instanceof SVGGraphicsElement ? (piece.getScreenCTM()?.a ?? 1) : 1;
  const [x, y] = [(start.x - end.x) / scale, (start.y - end.y) / scale];
  if (Math.hypot(x, y) < 1) return;
  play(piece, [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { delay: waitForScenes(), duration: length, easing: "ease-in-out", fill: "backwards" });
}

/** Flies a token along a flat curve to a place, where it disappears. Anything that lands or is turned over there appears at the end.
 * @param {{token: HTMLElement, start: Point, end: Element, turns: boolean, lands: boolean}} flight @param {number} delay @param {number} duration
 */
function fly({ token, start, end, turns, lands }, delay, duration) {
  const [to, half] = [/** @type {Point} */ (centreOf(end)), { x: token.offsetWidth / 2, y: token.offsetHeight / 2 }];
  const rise = Math.min(60, Math.hypot(to.x - start.x, to.y - start.y) / 6);
  const at = (/** @type {number} */ part, more = "") => {
    const [x, y] = [start.x + (to.x - start.x) * part, start.y + (to.y - start.y) * part - rise * 4 * part * (1 - part)];
    return `translate(${x - half.x}px, ${y - half.y}px) ${more}`;
  };
  const arrived = turns ? TURNED[0] : 1;
  const way = [0, 0.25, 0.5, 0.75, 1].map((part) => ({ offset: part * arrived, transform: at(part, GROWN[part]), opacity: part === 0 ? 0 : 1 }));
  const over = turns ? [{ offset: TURNED[1], transform: at(1, "rotateY(90deg)"), opacity: 1 }, { offset: 1, transform: at(1, "rotateY(90deg)"), opacity: 0 }] : [];
  const timing = { delay, duration, easing: "linear", fill: /** @type {FillMode} */ ("backwards") };
  play(token, [...way, ...over], timing, () => remove(token));
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
