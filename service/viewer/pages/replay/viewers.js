/** The choice of the viewer, and the label that says whose view is shown. */

import { html } from "../../dom.js";
import { Badge } from "../../ui/seat_badge.js";
import { seatOf } from "../../timeline/viewers.js";
import { t } from "../../words/words.js";
import { Icon } from "../../ui/icons.js";
import { nameOf } from "./sentences.js";

/** @typedef {import("./replay.js").Parts} Parts */

/** Returns the name of a viewer.
 * @param {string} viewer
 * @param {import("../../types.d.ts").SeatInfo[]} seats
 * @returns {string}
 */
const viewerName = (viewer, seats) => (seatOf(viewer) === null ? t(`common.${viewer}`) : nameOf(seats, seatOf(viewer)));

/** Describes what the page shows: "as Ada sees it, step 87".
 * @param {string} viewer
 * @param {number} at
 * @param {import("../../types.d.ts").SeatInfo[]} seats
 * @returns {string}
 */
export const knowledgeText = (viewer, at, seats) => t(`replay.knew.${seatOf(viewer) === null ? viewer : "seat"}`, { name: viewerName(viewer, seats), at });

/** @param {Parts} props */
export function Viewers({ stage, match, seats }) {
  const viewers = match.viewers.includes(match.viewer) ? match.viewers : [match.viewer, ...match.viewers];
  const shown = match.pendingViewer ?? match.viewer;
  const seat = seatOf(shown);
  const words = knowledgeText(shown, stage.cursor, seats);
  const face = seat === null ? html`<${Icon} name="eye" />` : html`<${Badge} seat=${seat} />`;
  if (viewers.length < 2) return html`<p class="replay-viewer">${face}<span class="long">${words}</span><span class="short" aria-hidden="true">${viewerName(shown, seats)}</span></p>`;
  return html`<label class=${`replay-viewer choice ${match.pendingViewer ? "busy" : ""}`} title=${`${t("replay.viewer")} ([ ])`}>
    ${face}<span class="long" aria-hidden="true">${words}</span><span class="short" aria-hidden="true">${viewerName(shown, seats)}</span>
    <select aria-label=${`${t("replay.viewer")}: ${words}`} value=${shown} onChange=${(/** @type {any} */ event) => chooseViewer(stage, event.target)}>
      ${viewers.map((viewer) => html`<option value=${viewer} selected=${viewer === shown}>${viewerName(viewer, seats)}</option>`)}
    </select>
  </label>`;
}

/** @param {import("./stage.js").Stage} stage @param {HTMLSelectElement} field */
function chooseViewer(stage, field) {
  stage.switchViewer(field.value);
  field.value = stage.match.pendingViewer ?? stage.match.viewer;
}
