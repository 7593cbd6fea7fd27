/** The icons on buttons, drawn in a box of 24 × 24. */

import { html } from "../dom.js";

const PATHS = /** @type {Record<string, string>} */ ({
  start: "M6 5v14M19 5 9 12l10 7z",
  round_back: "M4 5v14M12 5 6 12l6 7zM20 5l-6 7 6 7z",
  turn_back: "M11 5 4 12l7 7zM20 5l-7 7 7 7z",
  step_back: "M16 5 7 12l9 7z",
  play: "M7 4.5v15l12-7.5z",
  pause: "M7 5h3.5v14H7zM13.5 5H17v14h-3.5z",
  step_on: "M8 5l9 7-9 7z",
  turn_on: "M13 5l7 7-7 7zM4 5l7 7-7 7z",
  round_on: "M20 5v14M12 5l6 7-6 7zM4 5l6 7-6 7z",
  end: "M18 5v14M5 5l10 7-10 7z",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  share: "M9 13.5a4 4 0 0 0 5.7 0l3.6-3.6a4 4 0 0 0-5.7-5.7L11.4 5.4M15 10.5a4 4 0 0 0-5.7 0l-3.6 3.6a4 4 0 0 0 5.7 5.7l1.2-1.2",
  note: "M5 19l1-4L16.5 4.5l3 3L9 18zM14 7l3 3",
  help: "M9 9.2a3 3 0 1 1 4.4 2.6c-1 .6-1.4 1.1-1.4 2.2M12 17.5v.3",
  compare: "M12 3v18M4 6h5v12H4zM15 6h5v12h-5z",
  text: "M4 6h16M4 10.5h16M4 15h10M4 19.5h13",
  more: "M5.5 12h.01M12 12h.01M18.5 12h.01",
  verify: "M12 3l7.5 3v5.5c0 4.5-3 7.8-7.5 9.5-4.5-1.7-7.5-5-7.5-9.5V6zM8.5 12l2.5 2.5 4.5-5",
  turn_board: "M5 12a7 7 0 0 1 12-5l2 2M19 5v4h-4M19 12a7 7 0 0 1-12 5l-2-2M5 19v-4h4",
  fork: "M7 4v9a4 4 0 0 0 4 4h6M7 4v16M14 13.5l3.5 3.5-3.5 3.5",
  mark_on: "M5 5l8 7-8 7M18 5v14",
  mark_back: "M19 5l-8 7 8 7M6 5v14",
  close: "M6 6l12 12M18 6 6 18",
  copy: "M8.5 8.5h11v11h-11zM15.5 8.5v-4h-11v11h4",
  open: "M13 5h6v6M19 5l-9 9M10 6H5v13h13v-5",
});
export const ICONS = Object.keys(PATHS);
const FILLED = new Set(["start", "round_back", "turn_back", "step_back", "play", "pause", "step_on", "turn_on", "round_on", "end"]);

/** Draws an icon.
 * @param {{name: string}} props
 */
export const Icon = ({ name }) =>
  html`<svg class=${`replay-icon ${FILLED.has(name) ? "filled" : ""}`} viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;
