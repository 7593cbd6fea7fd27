/** A picture of a moment: the board as the game draws it, with who plays, how it stands and where it is found; as SVG, and as PNG. */

import { read } from "../../../api/api.js";
import { html, render } from "../../../dom.js";
import { eyes, seatOf } from "../../../timeline/eyes.js";
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
/** Where the board begins. */
const HEAD = EDGE + 50;
/** Through whose eyes a picture is drawn: it is for everybody. Who still plays has none but their own. */
const EVERYBODY = "spectator";
/** How many pixels of a PNG stand for one of the drawing. */
const FINE = 1.5;
/** How many pictures of the window a board may take to be laid out. */
const PATIENCE = 120;

/** The moment that is shown, as the text of an SVG file which needs nothing beside it; in the colours of the page.
 * Whoever looks, it shows what everybody may see; while one plays oneself what one may see, but no hand; and says so.
 * @param {Pick<Parts, "stage" | "match" | "game" | "box" | "seats">} parts
 * @returns {Promise<string>}
 */
export async function pictureOf({ stage, match, game, box, seats }) {
  const { viewer, at } = match;
  const link = linkOf(stage);
  const through = eyes(match.summary, match.means.player()).includes(EVERYBODY) ? EVERYBODY : viewer;
  const view = viewer === through ? match.timeline.view(at) : (await read(`/${match.summary.game}/matches/${match.id}/view`, { at, as: through })).view;
  const board = await boardOf(html`<${game.Table} components=${box.components} view=${view} before=${null} line=${null} seats=${seats} viewer=${through} own=${null} ask=${null} turned=${stage.turned ?? seatOf(viewer) ?? 0} aside=${null} foot=${null} beside=${null} hold=${null} whole=${true} />`);
  const look = looks();
  const whole = shape("svg", { "font-family": look.font, fill: look.colour("--ink") });
  const ground = shape("rect", { width: WIDTH + 2 * EDGE, fill: look.colour("--ground") });
  const title = [gameName(match.summary.game), placeOf(game, view)].filter(Boolean).join(", ");
  whole.append(shape("title", {}, title), ground, ...heading(title, knowledge(through, at, seats), look));
  board.drawn.setAttribute("transform", `translate(${EDGE} ${HEAD}) scale(${WIDTH / board.width})`);
  const { drawn, y } = standing(seats, game.points(view), HEAD + (board.height * WIDTH) / board.width + 42, look);
  whole.append(board.drawn, ...drawn, shape("text", { x: EDGE, y: y + 36, "font-size": 18, fill: look.colour("--ink-soft") }, link));
  const height = Math.round(y + 36 + EDGE);
  ground.setAttribute("height", String(height));
  for (const [name, value] of Object.entries({ width: WIDTH + 2 * EDGE, height, viewBox: `0 0 ${WIDTH + 2 * EDGE} ${height}` })) whole.setAttribute(name, String(value));
  return new XMLSerializer().serializeToString(whole);
}

/** How the page looks. @typedef {{font: string, display: string, colour(name: string): string}} Look */

/** @returns {Look} */
function looks() {
  const page = getComputedStyle(document.body);
  return { font: page.fontFamily, display: page.getPropertyValue("--font-display"), colour: (name) => plain(page.getPropertyValue(name))[0] };
}

/** What stands above the board: the moment, and what of it is shown. @param {string} title @param {string} shown @param {Look} look */
const heading = (title, shown, { display, colour }) => [
  shape("text", { x: EDGE, y: EDGE + 28, "font-size": 30, "font-weight": 600, "font-family": display }, title),
  shape("text", { x: EDGE + WIDTH, y: EDGE + 28, "font-size": 20, "text-anchor": "end", fill: colour("--ink-soft") }, shown),
];

/** Who plays, with what they have; in as many lines as that takes, from `y` on.
 * @param {Parts["seats"]} seats
 * @param {number[]} points
 * @param {number} y
 * @param {Look} look
 * @returns {{drawn: SVGElement[], y: number}} the last line's `y`
 */
function standing(seats, points, y, { font, colour }) {
  const wide = measured(`600 24px ${font}`);
  let x = EDGE;
  const drawn = seats.flatMap(({ seat, name }) => {
    const width = 34 + wide(`${name}  ${points[seat] ?? ""}`.trim());
    if (x > EDGE && x + width > EDGE + WIDTH) [x, y] = [EDGE, y + 36];
    const badge = shape("path", { d: sign(seat), transform: `translate(${x} ${y - 20}) scale(1.4)`, fill: colour(`--seat-${seat % 4}`) });
    const said = shape("text", { x: x + 32, y, "font-size": 24, "xml:space": "preserve" }, `${name}  `);
    said.append(shape("tspan", { "font-weight": 600 }, String(points[seat] ?? "")));
    x += width + 32;
    return [badge, said];
  });
  return { drawn, y };
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
