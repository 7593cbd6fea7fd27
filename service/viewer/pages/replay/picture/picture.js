/** A picture of a moment: the board as the game draws it, with who plays, how it stands and where it is found; as SVG, and as PNG. */

import { html, render } from "../../../dom.js";
import { seatOf } from "../../../timeline/eyes.js";
import { gameName } from "../../../ui/game_name.js";
import { shape as sign } from "../../../ui/seat_badge.js";
import { linkOf } from "../actions.js";
import { placeOf } from "../slider.js";
import { knowledge } from "../viewers.js";
import { plain } from "./colours.js";
import { flat } from "./flat.js";
import { drawing, shape } from "./shapes.js";

/** @typedef {import("../replay.js").Parts} Parts */

/** How wide the board is drawn, and how much stands around it. */
const WIDTH = 1200;
const EDGE = 28;
/** How many pixels of a PNG stand for one of the drawing. */
const FINE = 1.5;
/** How many pictures of the window a board may take to be laid out. */
const PATIENCE = 120;

/** The moment that is shown, as the text of an SVG file which needs nothing beside it. It is drawn from the view of whoever looks, in the colours of the page.
 * @param {Pick<Parts, "stage" | "match" | "game" | "box" | "seats">} parts
 * @returns {Promise<string>}
 */
export async function pictureOf({ stage, match, game, box, seats }) {
  const { viewer, at } = match;
  const view = match.timeline.view(at);
  const link = linkOf(stage);
  const board = await boardOf(html`<${game.Table} components=${box.components} view=${view} before=${null} line=${null} seats=${seats} viewer=${viewer} own=${null} ask=${null} turned=${stage.turned ?? seatOf(viewer) ?? 0} aside=${null} foot=${null} beside=${null} hold=${null} whole=${true} />`);
  const page = getComputedStyle(document.body);
  const colour = (/** @type {string} */ name) => plain(page.getPropertyValue(name))[0];
  const [ink, soft] = [colour("--ink"), colour("--ink-soft")];
  const whole = shape("svg", { "font-family": page.fontFamily, fill: ink });
  const title = [gameName(match.summary.game), placeOf(game, view)].filter(Boolean).join(", ");
  const ground = shape("rect", { width: WIDTH + 2 * EDGE, fill: colour("--ground") });
  whole.append(shape("title", {}, title), ground);
  let y = EDGE + 28;
  whole.append(shape("text", { x: EDGE, y, "font-size": 30, "font-weight": 600, "font-family": page.getPropertyValue("--font-display") }, title));
  whole.append(shape("text", { x: EDGE + WIDTH, y, "font-size": 20, "text-anchor": "end", fill: soft }, knowledge(viewer, at, seats)));
  y += 22;
  board.drawn.setAttribute("transform", `translate(${EDGE} ${y}) scale(${WIDTH / board.width})`);
  whole.append(board.drawn);
  y += (board.height * WIDTH) / board.width + 42;
  const points = view === null ? [] : game.points(view);
  const wide = measured(`600 24px ${page.fontFamily}`);
  let x = EDGE;
  for (const { seat, name } of seats) {
    const words = `${name}  ${points[seat] ?? ""}`.trim();
    const width = 34 + wide(words);
    if (x > EDGE && x + width > EDGE + WIDTH) [x, y] = [EDGE, y + 36];
    whole.append(shape("path", { d: sign(seat), transform: `translate(${x} ${y - 20}) scale(1.4)`, fill: colour(`--seat-${seat % 4}`) }));
    const said = shape("text", { x: x + 32, y, "font-size": 24 }, `${name}  `);
    said.append(shape("tspan", { "font-weight": 600 }, String(points[seat] ?? "")));
    said.setAttribute("xml:space", "preserve");
    whole.append(said);
    x += width + 32;
  }
  y += 36;
  whole.append(shape("text", { x: EDGE, y, "font-size": 18, fill: soft }, link));
  y += EDGE;
  for (const [one, name, value] of /** @type {const} */ ([[ground, "height", y], [whole, "width", WIDTH + 2 * EDGE], [whole, "height", y]])) one.setAttribute(name, String(Math.round(value)));
  whole.setAttribute("viewBox", `0 0 ${WIDTH + 2 * EDGE} ${Math.round(y)}`);
  return new XMLSerializer().serializeToString(whole);
}

/** The same as PNG.
 * @param {string} picture
 * @returns {Promise<Blob>}
 */
export async function painted(picture) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: Math.round(image.naturalWidth * FINE), height: Math.round(image.naturalHeight * FINE) });
  /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")).drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png"));
}

/** The board of a table, laid out where nobody sees it, at one size on every screen.
 * @param {any} table
 * @returns {Promise<{drawn: SVGElement, width: number, height: number}>}
 */
async function boardOf(table) {
  const room = Object.assign(document.createElement("div"), { className: "picture-room", inert: true, ariaHidden: "true" });
  document.body.append(room);
  render(table, room);
  try {
    const board = await laidOut(room);
    if (!(board instanceof SVGSVGElement)) return flat(/** @type {HTMLElement} */ (board));
    stamped(board);
    const { x, y, width, height } = board.viewBox.baseVal;
    const drawn = shape("g", {});
    const inner = drawing(board);
    if (inner) drawn.append(inner);
    for (const [name, value] of Object.entries({ x, y, width, height })) inner?.setAttribute(name, String(value));
    return { drawn, width, height };
  } finally {
    render(null, room);
    room.remove();
  }
}

/** The board in a room, once it stands there. @param {Element} room */
async function laidOut(room) {
  for (let frames = 0, stood = 0; frames < PATIENCE; frames += 1) {
    await new Promise((done) => requestAnimationFrame(done));
    const board = room.querySelector("[data-picture]");
    if (board && (stood += 1) > 2) return board;
  }
  throw new Error("no board");
}

/** What is drawn in several places from one form is drawn out, so that it is told how it looks in each.
 * @param {SVGSVGElement} board
 */
function stamped(board) {
  for (const one of board.querySelectorAll("use")) {
    const form = board.querySelector(one.getAttribute("href") ?? "");
    const [x, y] = ["x", "y"].map((name) => one.getAttribute(name) ?? "0");
    const group = shape("g", { class: one.getAttribute("class"), transform: `translate(${x} ${y})` });
    if (form) group.append(form.cloneNode(true));
    one.replaceWith(group);
  }
  board.querySelectorAll("defs > g").forEach((form) => form.remove());
}

/** How wide words are in a typeface. @param {string} font @returns {(words: string) => number} */
function measured(font) {
  const canvas = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
  canvas.font = font;
  return (words) => canvas.measureText(words).width;
}
