/** Creates SVG elements, and copies drawings on the page with their computed styles. */

import { toHex } from "./colours.js";

const NS = "http://www.w3.org/2000/svg";
/** Style properties that are copied, with their default values. */
const SAID = /** @type {const} */ ([
  ["opacity", "1"], ["fill", "#000000"], ["fill-opacity", "1"], ["fill-rule", "nonzero"],
  ["stroke", "none"], ["stroke-width", "1px"], ["stroke-opacity", "1"], ["stroke-linecap", "butt"], ["stroke-linejoin", "miter"], ["stroke-dasharray", "none"], ["stroke-dashoffset", "0px"],
  ["font-family", ""], ["font-size", ""], ["font-weight", "400"], ["font-style", "normal"], ["text-anchor", "start"], ["dominant-baseline", "auto"], ["letter-spacing", "normal"],
]);
/** Properties that children inherit. */
const INHERITED = new Set(["fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-opacity", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "stroke-dashoffset", "font-family", "font-size", "font-weight", "font-style", "text-anchor", "letter-spacing"]);
/** Attributes that are copied: geometry only. Labels and ids stay on the page. */
const FORMS = new Set(["d", "x", "y", "dx", "dy", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "width", "height", "points", "viewBox", "transform", "preserveAspectRatio", "patternUnits", "patternTransform"]);
const SHOWN = new Set(["svg", "g", "defs", "pattern", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan"]);

/** Creates an SVG element.
 * @param {string} name
 * @param {Record<string, string | number | null>} attributes null values are left out
 * @param {string} [text]
 * @returns {SVGElement}
 */
export function shape(name, attributes, text = "") {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null) made.setAttribute(key, typeof value === "number" ? String(Math.round(value * 100) / 100) : value);
  made.textContent = text;
  return made;
}

/** Copies a drawing with its computed styles, so that it needs no style sheet. Returns null if it is invisible.
 * @param {Element} from
 * @param {CSSStyleDeclaration | null} [above] the parent's style
 * @returns {SVGElement | null}
 */
export function copyDrawing(from, above = null) {
  const name = from.localName;
  const style = getComputedStyle(from);
  if (!SHOWN.has(name) || style.display === "none" || style.visibility === "hidden" || style.opacity === "0") return null;
  const made = document.createElementNS(NS, name);
  for (const { name: key, value } of from.attributes) if (FORMS.has(key) || (key === "id" && name === "pattern")) made.setAttribute(key, value);
  for (const [key, usual] of SAID) {
    const value = svgValue(key, style.getPropertyValue(key));
    const expected = above && INHERITED.has(key) ? svgValue(key, above.getPropertyValue(key)) : usual;
    if (value !== "" && value !== expected) made.setAttribute(key, value);
  }
  for (const key of ["fill", "stroke"]) {
    const [, opacity] = /^(none|url)/.test(style.getPropertyValue(key)) ? [, 1] : toHex(style.getPropertyValue(key));
    if (opacity < 1) made.setAttribute(`${key}-opacity`, String(opacity * Number(style.getPropertyValue(`${key}-opacity`))));
  }
  copyTransform(made, style, from);
  for (const child of from.childNodes) {
    if (child instanceof Text && /^t/.test(name)) made.append(style.textTransform === "uppercase" ? child.data.toUpperCase() : child.data);
    const drawn = child instanceof Element ? copyDrawing(child, style) : null;
    if (drawn) made.append(drawn);
  }
  if (name === "defs" && !made.firstChild) return null;
  return style.paintOrder.startsWith("stroke") && style.stroke !== "none" && /^(path|text|circle|polygon)$/.test(name) ? strokeBelowFill(made) : made;
}

/** Draws an element's stroke below its fill in programs that ignore `paint-order`. @param {SVGElement} made */
function strokeBelowFill(made) {
  const group = shape("g", {});
  const upper = /** @type {SVGElement} */ (made.cloneNode(true));
  upper.setAttribute("stroke", "none");
  group.append(made, upper);
  return group;
}

/** Copies a CSS transform, unless the element has a `transform` attribute.
 * @param {Element} made @param {CSSStyleDeclaration} style @param {Element} from
 */
function copyTransform(made, style, from) {
  if (from.localName === "pattern" || from.localName === "svg" || style.transform === "none" || from.hasAttribute("transform")) return;
  const [x, y] = style.transformOrigin.split(" ").map(Number.parseFloat);
  const at = new DOMMatrix().translate(x, y).multiply(new DOMMatrix(style.transform)).translate(-x, -y);
  made.setAttribute("transform", `matrix(${[at.a, at.b, at.c, at.d, at.e, at.f].map((one) => Math.round(one * 1e4) / 1e4).join(" ")})`);
}

/** Returns a property value as SVG files write it. @param {string} key @param {string} value */
const svgValue = (key, value) => ((key === "fill" || key === "stroke") && value !== "" && !/^(none|url)/.test(value) ? toHex(value)[0] : value.replace(/url\("(#[^"]+)"\)/, "url($1)"));
