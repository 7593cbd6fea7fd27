/** Pictures of a position: the board as the game draws it, with players, points and address; as SVG or PNG. */

import { read } from "../../../api/api.js";
import { html, render } from "../../../dom.js";
import { allowedViewers, seatOf } from "../../../timeline/viewers.js";
import { gameName } from "../../../ui/game_name.js";
import { shape as sign } from "../../../ui/seat_badge.js";
import { linkOf } from "../actions.js";
import { phaseOf } from "../slider.js";
import { knowledgeText } from "../viewers.js";
import { toHex } from "./colours.js";
import { convertToSvg } from "./convert.js";
import { copyDrawing, shape } from "./shapes.js";

/** @typedef {import("../replay.js").Parts} Parts */

/** Width of the board in the picture, and of the margin around it, in units of the drawing. */
const WIDTH = 1200;
const EDGE = 28;
/** The y coordinate at which the board begins, below the heading. */
const HEAD = EDGE + 50;
/** Pictures show what spectators see, because they are meant to be shared. In a running match, a player's page has only the player's view. */
const EVERYBODY = "spectator";
/** Pixels of a PNG per pixel of the drawing. */
const FINE = 1.5;
/** The most animation frames that laying out a board may take. */
const MOST_FRAMES = 120;

/** Returns the current position as a self-contained SVG file in the page's colours.
 * It shows what spectators may see. For a player of a running match it shows their view without the hand, and says so.
 * @param {Pick<Parts, "stage" | "match" | "game" | "box" | "seats">} parts
 * @param {string} [headline] replaces the position in the heading
 * @returns {Promise<string>}
 */
export async function pictureOf({ stage, match, game, box, seats }, headline) {
  const { viewer, at } = match;
  const link = linkOf(stage);
  const through = allowedViewers(match.summary, match.means.player()).includes(EVERYBODY) ? EVERYBODY : viewer;
  const view = viewer === through ? match.timeline.view(at) : (await read(`/${match.summary.game}/matches/${match.id}/view`, { at, as: through })).view;
  const board = await layOutBoard(html`<${game.Table} components=${box.components} view=${view} before=${null} line=${null} seats=${seats} viewer=${through} own=${null} ask=${null} turned=${stage.turned ?? seatOf(viewer) ?? 0} aside=${null} foot=${null} beside=${null} hold=${null} whole=${true} />`);
  const look = readLook();
  const whole = shape("svg", { "font-family": look.font, fill: look.colour("--ink") });
  const ground = shape("rect", { width: WIDTH + 2 * EDGE, fill: look.colour("--ground") });
  const title = headline ?? [gameName(match.summary.game), phaseOf(game, view)].filter(Boolean).join(", ");
  whole.append(shape("title", {}, title), ground, ...drawHeading(title, knowledgeText(through, at, seats), look));
  board.drawn.setAttribute("transform", `translate(${EDGE} ${HEAD}) scale(${WIDTH / board.width})`);
  const { drawn, y } = drawPlayers(seats, game.points(view), HEAD + (board.height * WIDTH) / board.width + 42, look);
  whole.append(board.drawn, ...drawn, shape("text", { x: EDGE, y: y + 36, "font-size": 18, fill: look.colour("--ink-soft") }, link));
  const height = Math.round(y + 36 + EDGE);
  ground.setAttribute("height", String(height));
  for (const [name, value] of Object.entries({ width: WIDTH + 2 * EDGE, height, viewBox: `0 0 ${WIDTH + 2 * EDGE} ${height}` })) whole.setAttribute(name, String(value));
  return new XMLSerializer().serializeToString(whole);
}

/** The fonts and colours of the page. @typedef {{font: string, display: string, colour(name: string): string}} Look */

/** @returns {Look} */
function readLook() {
  const page = getComputedStyle(document.body);
  // A token may hold a colour for each theme; only a colour in use is computed.
  const probe = document.createElement("i");
  const colour = (/** @type {string} */ name) => {
    probe.style.color = `var(${name})`;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return toHex(color)[0];
  };
  return { font: page.fontFamily, display: page.getPropertyValue("--font-display"), colour };
}

/** Returns the text above the board: the position and the viewer. @param {string} title @param {string} shown @param {Look} look */
const drawHeading = (title, shown, { display, colour }) => [
  shape("text", { x: EDGE, y: EDGE + 28, "font-size": 30, "font-weight": 600, "font-family": display }, title),
  shape("text", { x: EDGE + WIDTH, y: EDGE + 28, "font-size": 20, "text-anchor": "end", fill: colour("--ink-soft") }, shown),
];

/** Draws the players with their points, in as many lines as needed, starting at `y`.
 * @param {Parts["seats"]} seats
 * @param {number[]} points
 * @param {number} y
 * @param {Look} look
 * @returns {{drawn: SVGElement[], y: number}} the `y` of the last line of players
 */
function drawPlayers(seats, points, y, { font, colour }) {
  const wide = textMeasure(`600 24px ${font}`);
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

/** Converts an SVG picture to PNG.
 * @param {string} picture
 * @returns {Promise<Blob>}
 */
export async function renderPng(picture) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: Math.round(image.naturalWidth * FINE), height: Math.round(image.naturalHeight * FINE) });
  /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")).drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png"));
}

/** Lays out the board of a table off-screen, at one size on every screen.
 * @param {any} table
 * @returns {Promise<{drawn: SVGElement, width: number, height: number}>}
 */
async function layOutBoard(table) {
  const room = Object.assign(document.createElement("div"), { className: "picture-room", inert: true, ariaHidden: "true" });
  document.body.append(room);
  render(table, room);
  try {
    const board = await waitForBoard(room);
    if (!(board instanceof SVGSVGElement)) return convertToSvg(/** @type {HTMLElement} */ (board));
    expandUses(board);
    const { x, y, width, height } = board.viewBox.baseVal;
    const drawn = shape("g", {});
    const inner = copyDrawing(board);
    if (inner) drawn.append(inner);
    for (const [name, value] of Object.entries({ x, y, width, height })) inner?.setAttribute(name, String(value));
    return { drawn, width, height };
  } finally {
    render(null, room);
    room.remove();
  }
}

/** Waits until the board is laid out in a container, and returns it. @param {Element} room */
async function waitForBoard(room) {
  for (let frames = 0, stood = 0; frames < MOST_FRAMES; frames += 1) {
    await new Promise((done) => requestAnimationFrame(done));
    const board = room.querySelector("[data-picture]");
    if (board && (stood += 1) > 2) return board;
  }
  throw new Error("no board");
}

/** Replaces every `use` with a copy of the shape that it refers to, because a copy can be styled.
 * @param {SVGSVGElement} board
 */
function expandUses(board) {
  for (const one of board.querySelectorAll("use")) {
    const form = board.querySelector(one.getAttribute("href") ?? "");
    const [x, y] = ["x", "y"].map((name) => one.getAttribute(name) ?? "0");
    const group = shape("g", { class: one.getAttribute("class"), transform: `translate(${x} ${y})` });
    if (form) group.append(form.cloneNode(true));
    one.replaceWith(group);
  }
  board.querySelectorAll("defs > g").forEach((form) => form.remove());
}

/** Returns a function that measures the width of text in a font. @param {string} font @returns {(words: string) => number} */
function textMeasure(font) {
  const canvas = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
  canvas.font = font;
  return (words) => canvas.measureText(words).width;
}
