/** The symbols of the Catan card game, and the drawings on its cards and regions, which are loaded with their short effects when the first is shown. */

import { html, useEffect, useState } from "../../dom.js";
import { loadWords, t } from "../../words/words.js";
import { named, titleOf } from "./box.js";

/** The drawings, each in a 24 × 24 box.
 * @type {Record<string, string>}
 */
const DRAWINGS = {
  brick: "M2 5h9v5H2zM13 5h9v5h-9zM2 12h5v5H2zM9 12h6v5H9zM17 12h5v5h-5z",
  lumber: "M12 1.5 18 9h-3l4.5 5.5H15L20 20h-6.7v3h-2.6v-3H4l5-5.5H4.5L9 9H6z",
  wool: "M6.6 17A4.4 4.4 0 0 1 5.5 8.3 4.9 4.9 0 0 1 14 5.9c2 0 3.4 1.2 3.8 2.6l3.6.9-.6 3.1-2.6.4c0 2.4-1.4 4-3.2 4.2V21h-2v-3.9H9.8V21h-2v-4z",
  grain: "M11.1 22.5V9h1.8v13.5zM12 1.3c1.9 1.6 2 3.8 0 6-2-2.2-1.9-4.4 0-6zM11 12C7.8 12 6 10.3 5.7 7.3 8.8 7.4 10.8 9 11 12zm2 0c3.2 0 5-1.7 5.3-4.7-3.1.1-5.1 1.7-5.3 4.7zM11 17c-3.2 0-5-1.7-5.3-4.7 3.1.1 5.1 1.7 5.3 4.7zm2 0c3.2 0 5-1.7 5.3-4.7-3.1.1-5.1 1.7-5.3 4.7z",
  ore: "M1.5 20 8 6l3.4 5L14.5 4l8 16zM8 10l-2.4 5.4h3.2z",
  gold: "M12 2.5a9.5 9.5 0 1 1 0 19 9.5 9.5 0 0 1 0-19zm0 3.6-1.8 4-4.2.4 3.2 2.9-1 4.2 3.8-2.2 3.8 2.2-1-4.2 3.2-2.9-4.2-.4z",
  stars: "m12 1.8 3 6.7 7.2.7-5.4 4.9 1.5 7.1L12 17.6l-6.3 3.6 1.5-7.1-5.4-4.9L9 8.5z",
  vp: "M4 3h16v7c0 5.2-3.2 9-8 11-4.8-2-8-5.8-8-11zm7 3.5-3.5 2v2l2-1v7h2.8v-10z",
  strength: "m4 2 8.4 8.4L20.8 2l1.2 1.2-8.4 8.4 3.9 3.9 1.7-1.7 1.4 1.4-2.3 2.3 3 3-1.6 1.6-3-3-2.3 2.3-1.4-1.4 1.7-1.7-3.3-3.3-3.3 3.3 1.7 1.7-1.4 1.4L6.9 19l-3 3-1.6-1.6 3-3L3 15.2l1.4-1.4 1.7 1.7 3.9-3.9L1.8 3.2z",
  commerce: "M11 2h2v5.2l4.6-2.7 1 1.8L14 9l4.6 2.7-1 1.8-3.2-1.9L16 22H8l1.6-10.4-3.2 1.9-1-1.8L10 9 5.4 6.3l1-1.8L11 7.2zm1 6a1.4 1.4 0 1 0 0 2.8A1.4 1.4 0 0 0 12 8z",
  tournament: "M3 21.5 18 4.7 16.6 3.4 22 2l-1.3 5.4-1.3-1.3-8.6 9.6 2.7 2.4-1.4 1.5-2.6-2.4-4.6 5.2z",
  road: "M2 9.5h20v5H2zm2.5 2v1h4v-1zm6 0v1h4v-1zm6 0v1h3v-1z",
  settlement: "M12 3 21.5 11H19v10h-5v-6h-4v6H5V11H2.5z",
  city: "M2.5 21V10h3V7l3-3 3 3v3H14V4h1.8v2h1.4V4h1.6v2h1.4V4H22v17h-6.5v-5h-3v5z",
  card: "M6.5 2h11A1.5 1.5 0 0 1 19 3.5v17a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 20.5v-17A1.5 1.5 0 0 1 6.5 2zm.7 2.2v15.6h9.6V4.2z",
  knight: "M12 2 20.5 4.8v6.7c0 5.2-3.5 8.8-8.5 10.6-5-1.8-8.5-5.4-8.5-10.6V4.8z",
  mill: "M11 1h2v6l5-3 1 1.8L14 9l5 3-1 1.8-4-2.4L16 23H8l2-11.6-4 2.4L5 12l5-3-5-3.2L6 4l5 3z",
  feeling: "M12 21.5 10.6 20C5.2 15 2 12.2 2 8.5A5.3 5.3 0 0 1 7.4 3c1.8 0 3.5.8 4.6 2.2A6 6 0 0 1 16.6 3 5.3 5.3 0 0 1 22 8.5c0 3.7-3.2 6.5-8.6 11.5z",
  eye: "M12 5c5 0 8.8 3.6 10.5 7-1.7 3.4-5.5 7-10.5 7S3.2 15.4 1.5 12C3.2 8.6 7 5 12 5zm0 2.8a4.2 4.2 0 1 0 0 8.4 4.2 4.2 0 0 0 0-8.4zm0 2.1a2.1 2.1 0 1 1 0 4.2 2.1 2.1 0 0 1 0-4.2z",
  attack: "m3 2 11 8.5L19 15l2 6-6-2-4.5-5L2 3z",
  protection: "M12 1.5 20.5 4v7.5c0 5-3.5 8.6-8.5 10.5-5-1.9-8.5-5.5-8.5-10.5V4zM12 4 6 5.8v5.7c0 3.5 2.2 6 6 7.8z",
  neutral: "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zm0 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15z",
  building: "M3 22V10l9-8 9 8v12h-6v-6H9v6z",
  unit: "M12 1a4 4 0 0 1 4 4v2h1l1 4h-3v2c3 1 5 4 5 9H4c0-5 2-8 5-9v-2H6l1-4h1V5a4 4 0 0 1 4-4z",
  lock: "M7 10V7a5 5 0 0 1 10 0v3h2v12H5V10zm2.4 0h5.2V7a2.6 2.6 0 0 0-5.2 0z",
  brigand_attack: "M12 2a7 7 0 0 1 7 7v3c0 1.5-.8 2.5-2 3v3h-2v-2h-1.5v2h-3v-2H9v2H7v-3c-1.2-.5-2-1.5-2-3V9a7 7 0 0 1 7-7zM9 8.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4zm6 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
  trade_advantage: "M3 8h13V4l6 6-6 6v-4H3zM8 22l-6-5 6-5v3h10v4H8z",
  year_of_plenty: "M12 2c1.5 2 1.5 4 0 6-1.5-2-1.5-4 0-6zM4 10h16c0 4-1.5 7-4 9v3H8v-3c-2.5-2-4-5-4-9z",
  die: "M5 2.5h14A2.5 2.5 0 0 1 21.5 5v14a2.5 2.5 0 0 1-2.5 2.5H5A2.5 2.5 0 0 1 2.5 19V5A2.5 2.5 0 0 1 5 2.5zM7.5 5.7a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6zm4.5 4.5a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6zm4.5 4.5a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6z",
  event_card: "M6 2h12v20H6zm6 4.5c-2 0-3.3 1.3-3.3 3h2c0-.7.5-1.2 1.3-1.2s1.3.5 1.3 1.1c0 1.3-2.3 1.6-2.3 4h2c0-1.6 2.4-2 2.4-4.2 0-1.6-1.4-2.7-3.4-2.7zM11 15v2.2h2V15z",
};

/** Returns the path of a symbol in a box of 24 × 24.
 * @param {string} kind
 * @returns {string}
 */
export const drawing = (kind) => DRAWINGS[kind] ?? "";

/** Draws a symbol: a kind of resource, a sort of points, a piece, a face of the event die.
 * @param {{kind: string, label?: string}} props
 */
export const Symbol = ({ kind, label }) => html`<svg class=${`cc-sym cc-sym-${kind}`} viewBox="0 0 24 24" role=${label ? "img" : null} aria-label=${label} aria-hidden=${label ? null : "true"}><path fill-rule="evenodd" d=${DRAWINGS[kind] ?? DRAWINGS.card} /></svg>`;

/** Draws resources by kind, and stars, as symbols with numbers.
 * @param {{components: any, counts: Record<string, number>, stars?: number}} props
 */
export const Kinds = ({ components, counts, stars = 0 }) => html`<span class="cc-kinds">${components.kinds.map(
  (/** @type {string} */ kind) => counts[kind] > 0 && html`<span key=${kind} class=${`cc-kind cc-of-${kind}`} title=${named(components, "kind", kind)}><b>${counts[kind]}</b><${Symbol} kind=${kind} label=${named(components, "kind", kind)} /></span>`,
)}${stars > 0 && html`<span class="cc-kind cc-of-stars"><b>${stars}</b><${Symbol} kind="stars" label=${named(components, "point", "stars")} /></span>`}</span>`;

/** Draws a short fact: a symbol and a value, with the full text as a tooltip.
 * @param {{kind: string, words: string, strong?: boolean, children?: any}} props
 */
export const Fact = ({ kind, words, strong = false, children }) => html`<span class=${`cc-fact${strong ? " cc-strong" : ""}`} title=${words}><${Symbol} kind=${kind} /><span aria-hidden="true">${children}</span><span class="unseen">${words}</span></span>`;

/** @type {import("../../words/words.js").WordFile} */
const EFFECTS = async (language) => (await import(`./words/${language}_faces.js`)).default;

/** Loaded SVG paths by component. @type {Record<string, string>} */
const paths = {};
/** The files of the paths; matches of the base game need only the first. */
const FILES = [() => import("./drawings/paths.js"), () => import("./drawings/artists_paths.js")];
/** @type {(Promise<void> | null)[]} */
const loading = [null, null];

/** Loads the effects and the drawings once, up to the file that has this component; after a failure, the next drawing tries again.
 * @param {string} of
 * @param {number} [file] index of the first file that may be missing
 * @returns {Promise<void>}
 */
async function load(of, file = 0) {
  loading[file] ??= Promise.all([FILES[file](), loadWords(EFFECTS)]).then(([module]) => void Object.assign(paths, module.default), () => void (loading[file] = null));
  await loading[file];
  if (!(of in paths) && file + 1 < FILES.length) await load(of, file + 1);
}

/** Returns whether the drawing of a component is loaded, and the effects with it.
 * @param {string} [of]
 * @returns {boolean}
 */
function useDrawing(of = "forest") {
  const [, redraw] = useState(0);
  const loaded = of in paths;
  useEffect(() => {
    let gone = false;
    if (!loaded) void load(of).then(() => gone || redraw((times) => times + 1));
    return () => void (gone = true);
  }, [of]);
  return loaded;
}

/** Draws the path of a component in a box of 256 × 256, inside another drawing. @param {{of: string}} props */
export function Path({ of }) {
  useDrawing(of);
  return html`<path d=${paths[of] ?? ""} />`;
}

/** Draws a card, an event, a face of the event die, or a token. @param {{of: string}} props */
export const Drawing = ({ of }) => html`<svg class="cc-drawing" viewBox="0 0 256 256" aria-hidden="true"><${Path} of=${of} /></svg>`;

/** Draws the effect of a card in a few words. @param {{id: string}} props */
export function Effect({ id }) {
  const loaded = useDrawing();
  const title = titleOf(id);
  const text = (/** @type {string} */ key) => t(`catan_cards.face.${key}`);
  const own = text(title);
  const said = own === `catan_cards.face.${title}` ? text(title.split("_")[0]) : own;
  return html`<span class="cc-card-text" style=${{ "--long": Math.max(...said.split(" ").map((word) => word.length)) }}>${loaded && said}</span>`;
}
