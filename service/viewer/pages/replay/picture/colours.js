/** Converts CSS colours into forms that every SVG program knows. Browsers keep mixed colours in a notation of their own. */

/** @type {CanvasRenderingContext2D | null} */
let dot = null;
/** @type {Map<string, [colour: string, opacity: number]>} */
const known = new Map();

/** Returns a CSS colour as hex digits, and its opacity.
 * @param {string} said
 * @returns {[colour: string, opacity: number]}
 */
export function toHex(said) {
  const found = known.get(said) ?? renderColour(said);
  known.set(said, found);
  return found;
}

/** @param {string} said @returns {[colour: string, opacity: number]} */
function renderColour(said) {
  dot ??= /** @type {CanvasRenderingContext2D} */ (Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true }));
  dot.clearRect(0, 0, 1, 1);
  dot.fillStyle = said;
  dot.fillRect(0, 0, 1, 1);
  const [red, green, blue, opacity] = dot.getImageData(0, 0, 1, 1).data;
  return [`#${[red, green, blue].map((one) => one.toString(16).padStart(2, "0")).join("")}`, Math.round((opacity / 255) * 100) / 100];
}
