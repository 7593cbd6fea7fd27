/** Converts a laid-out page element to SVG: boxes with background and border, text at its position, and drawings. */

import { toHex } from "./colours.js";
import { copyDrawing, shape } from "./shapes.js";

/**
 * @typedef {{left: number, top: number, right: number, bottom: number}} Bounds
 * @typedef {{left: number, top: number, scale: number, clips: number}} Sheet the origin on the page, the scale, and the number of clip paths so far
 */

/** Converts an element of the page and everything visible in it. Its corner becomes 0, 0, and its size does not depend on the page's zoom.
 * @param {HTMLElement} root
 * @returns {{drawn: SVGElement, width: number, height: number}}
 */
export function convertToSvg(root) {
  const { left, top, width } = root.getBoundingClientRect();
  const drawn = shape("g", {});
  convertBox(root, drawn, { left, top, scale: width / root.offsetWidth, clips: 0 }, { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity });
  return { drawn, width: root.offsetWidth, height: root.offsetHeight };
}

/** @param {Element} one @param {SVGElement} into @param {Sheet} sheet @param {Bounds} within */
function convertBox(one, into, sheet, within) {
  const style = getComputedStyle(one);
  const place = toSheet(one.getBoundingClientRect(), sheet);
  if (style.display === "none" || style.visibility === "hidden" || style.opacity === "0" || /inset\(50%/.test(style.clipPath)) return;
  const group = style.opacity === "1" ? into : into.appendChild(shape("g", { opacity: style.opacity }));
  if (one instanceof SVGSVGElement) {
    const made = copyDrawing(one);
    if (!made || place.width === 0) return;
    for (const [key, value] of Object.entries({ x: place.left, y: place.top, width: place.width, height: place.height, overflow: style.overflow === "visible" ? "visible" : null })) if (value !== null) made.setAttribute(key, String(value));
    group.append(made);
    return;
  }
  drawBackground(style, place, group, sheet);
  const cut = style.overflowX !== "visible" || style.overflowY !== "visible";
  const inner = cut ? intersect(within, place) : within;
  const spills = cut && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1);
  const inside = spills ? clipGroup(group, place, 0, sheet) : group;
  for (const child of one.childNodes) {
    if (child instanceof Element) convertBox(child, inside, sheet, inner);
    else if (child instanceof Text) drawText(child, style, inside, sheet, inner);
  }
}

/** @param {{left: number, top: number, width: number, height: number}} rect @param {Sheet} sheet */
function toSheet(rect, { left, top, scale }) {
  const [x, y, width, height] = [(rect.left - left) / scale, (rect.top - top) / scale, rect.width / scale, rect.height / scale];
  return { left: x, top: y, width, height, right: x + width, bottom: y + height };
}

/** @param {Bounds} one @param {Bounds} other @returns {Bounds} */
const intersect = (one, other) => ({ left: Math.max(one.left, other.left), top: Math.max(one.top, other.top), right: Math.min(one.right, other.right), bottom: Math.min(one.bottom, other.bottom) });

/** Creates a group that is clipped to a box.
 * @param {SVGElement} into @param {ReturnType<typeof toSheet>} place @param {number} radius @param {Sheet} sheet
 */
function clipGroup(into, place, radius, sheet) {
  const id = `within-${(sheet.clips += 1)}`;
  const bounds = shape("clipPath", { id });
  bounds.append(shape("rect", { x: place.left, y: place.top, width: place.width, height: place.height, rx: radius }));
  into.append(bounds);
  return into.appendChild(shape("g", { "clip-path": `url(#${id})` }));
}

const SIDES = /** @type {const} */ (["top", "right", "bottom", "left"]);

/** Draws the background and border of a box, including sides with a thicker border.
 * @param {CSSStyleDeclaration} style @param {ReturnType<typeof toSheet>} place @param {SVGElement} into @param {Sheet} sheet
 */
function drawBackground(style, place, into, sheet) {
  const [fill, opacity] = toHex(style.backgroundColor);
  const edges = SIDES.map((side) => ({ side, width: style.getPropertyValue(`border-${side}-style`) === "none" ? 0 : Number.parseFloat(style.getPropertyValue(`border-${side}-width`)), colour: toHex(style.getPropertyValue(`border-${side}-color`)) }));
  const thin = edges.reduce((one, other) => (other.width < one.width ? other : one));
  const thick = edges.filter((edge) => edge.width > thin.width && edge.colour[1] > 0);
  const drawn = thin.width > 0 && thin.colour[1] > 0;
  if (opacity === 0 && !drawn && !thick.length) return;
  const { width, height } = place;
  const said = Number.parseFloat(style.borderTopRightRadius) || 0;
  const radius = Math.min(style.borderTopRightRadius.includes("%") ? (said / 100) * width : said, width / 2, height / 2);
  const half = drawn ? thin.width / 2 : 0;
  const plate = shape("rect", {
    x: place.left + half, y: place.top + half, width: Math.max(0, width - 2 * half), height: Math.max(0, height - 2 * half), rx: Math.max(0, radius - half),
    fill: opacity > 0 ? fill : "none", "fill-opacity": opacity > 0 && opacity < 1 ? opacity : null,
    stroke: drawn ? thin.colour[0] : null, "stroke-opacity": drawn && thin.colour[1] < 1 ? thin.colour[1] : null, "stroke-width": drawn ? thin.width : null,
    "stroke-dasharray": drawn && style.borderTopStyle === "dashed" ? `${3 * thin.width} ${3 * thin.width}` : null,
  });
  into.append(plate);
  if (!thick.length) return;
  const over = clipGroup(into, place, radius, sheet);
  for (const { side, width: by, colour } of thick) {
    const bar = { x: side === "right" ? place.right - by : place.left, y: side === "bottom" ? place.bottom - by : place.top, width: side === "left" || side === "right" ? by : width, height: side === "top" || side === "bottom" ? by : height };
    over.append(shape("rect", { ...bar, fill: colour[0] }));
  }
}

/** Draws a text line by line, as the page breaks it. Each line keeps its width, whatever font the picture's viewer has.
 * @param {Text} node @param {CSSStyleDeclaration} style @param {SVGElement} into @param {Sheet} sheet @param {Bounds} within
 */
function drawText(node, style, into, sheet, within) {
  if (!node.data.trim()) return;
  const [fill, opacity] = toHex(style.color);
  if (opacity === 0) return;
  const { ascent, descent } = fontMetrics(style);
  for (const { words, place } of splitLines(node, sheet)) {
    if (place.top + 2 >= within.bottom || place.left + 2 >= within.right || place.bottom - 2 <= within.top) continue;
    const said = style.textTransform === "uppercase" ? words.toUpperCase() : words;
    into.append(shape("text", {
      x: place.left, y: place.top + (place.height - ascent - descent) / 2 + ascent, textLength: place.width, lengthAdjust: "spacingAndGlyphs",
      fill, "fill-opacity": opacity < 1 ? opacity : null, "font-family": style.fontFamily, "font-size": Number.parseFloat(style.fontSize),
      "font-weight": style.fontWeight === "400" ? null : style.fontWeight, "font-style": style.fontStyle === "normal" ? null : style.fontStyle,
      "text-decoration": style.textDecorationLine === "none" ? null : style.textDecorationLine,
    }, said));
  }
}

/** Returns the lines of a text with their positions.
 * @param {Text} node @param {Sheet} sheet
 */
function splitLines(node, sheet) {
  const range = document.createRange();
  /** @type {{from: number, to: number, top: number}[]} */
  const found = [];
  for (let at = 0; at < node.length; at += 1) {
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    const [rect] = range.getClientRects();
    if (!rect || rect.width === 0) continue;
    const line = found.at(-1);
    if (line && Math.abs(line.top - rect.top) < rect.height / 2) line.to = at + 1;
    else if (node.data[at].trim()) found.push({ from: at, to: at + 1, top: rect.top });
  }
  return found.map(({ from, to }) => {
    const words = node.data.slice(from, to);
    range.setStart(node, from);
    range.setEnd(node, from + words.trimEnd().length);
    return { words: words.trimEnd().replace(/\s+/g, " "), place: toSheet(range.getBoundingClientRect(), sheet) };
  });
}

/** @type {CanvasRenderingContext2D | null} */
let canvas = null;

/** Returns the ascent and descent of a style's font. @param {CSSStyleDeclaration} style */
function fontMetrics(style) {
  canvas ??= /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
  canvas.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = canvas.measureText("x");
  return { ascent, descent };
}
